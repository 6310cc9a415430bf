// SPDX-License-Identifier: GPL-3.0-or-later
// Form fields for the parameters of a game: numbers, choices, and pairs of armies shown by their pieces.
import { fill, h, uniqueId } from '../app/dom';
import { pieceImage } from '../pieces';
import type { Catalogue, Color, Game, Parameter, ParameterValue } from '../app/types';
import { capital } from '../app/words';

export interface Field {
  readonly key: string;
  readonly element: HTMLElement;
  value(): ParameterValue;
}

type Of<T extends Parameter['type']> = Extract<Parameter, { type: T }>;

/** The field for a parameter; `value` is what to begin with, if it fits. */
export function parameterField(
  parameter: Parameter,
  value: ParameterValue | undefined,
  game: Game,
  catalogue: Catalogue,
): Field {
  if (parameter.type === 'integer') return integerField(parameter, value);
  if (parameter.type === 'choice') return choiceField(parameter, value);
  return armiesField(parameter, value, game, catalogue);
}

function integerField(parameter: Of<'integer'>, value: ParameterValue | undefined): Field {
  const { min, max, key } = parameter;
  const id = uniqueId(key);
  const start = typeof value === 'number' ? value : parameter.default;
  const input = h('input', { type: 'number', id, name: key, min, max, step: 1, value: start, required: true, inputmode: 'numeric' });
  const picks = [0.06, 0.2, 0.5, 1, 2]
    .map((share) => Math.round(parameter.default * share))
    .filter((pick) => pick >= min && pick <= max);
  const buttons = picks.map((pick) =>
    h('button', { type: 'button', class: 'pick', 'data-value': pick, onclick: () => set(pick) }, String(pick)),
  );
  const mark = (): void => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset['value'] === input.value));
  };
  function set(pick: number): void {
    input.value = String(pick);
    mark();
  }
  input.addEventListener('input', mark);
  mark();
  const element = h(
    'div',
    { class: 'field integer' },
    h('label', { for: id }, parameter.name),
    h(
      'div',
      { class: 'row' },
      input,
      h('div', { class: 'picks', role: 'group', 'aria-label': 'Usual values' }, ...buttons),
      parameter.words !== undefined && h('p', { class: 'hint' }, capital(parameter.words)),
    ),
  );
  return { key, element, value: () => Number(input.value) };
}

function choiceField(parameter: Of<'choice'>, value: ParameterValue | undefined): Field {
  const id = uniqueId(parameter.key);
  const start = parameter.choices.some((choice) => choice.key === value) ? value : parameter.default;
  const select = h(
    'select',
    { id, name: parameter.key },
    ...parameter.choices.map((choice) => h('option', { value: choice.key, selected: choice.key === start }, capital(choice.name))),
  );
  const element = h(
    'div',
    { class: 'field' },
    h('label', { for: id }, parameter.name),
    select,
    parameter.words !== undefined && h('p', { class: 'hint' }, capital(parameter.words)),
  );
  return { key: parameter.key, element, value: () => select.value };
}

function armiesField(
  parameter: Of<'armies'>,
  value: ParameterValue | undefined,
  game: Game,
  catalogue: Catalogue,
): Field {
  const given = Array.isArray(value) ? value : [];
  const pair = ([0, 1] as const).map((side) => {
    const wanted = given[side];
    return wanted !== undefined && parameter.choices.includes(wanted) ? wanted : parameter.default[side];
  });
  const column = (color: Color, side: 0 | 1): HTMLElement => {
    const id = uniqueId('army');
    const row = h('div', { class: 'army-row', 'aria-hidden': 'true' });
    const select = h(
      'select',
      { id, name: `army-${color}` },
      ...parameter.choices.map((key) => {
        const army = catalogue.armies.find((each) => each.key === key);
        return h('option', { value: key, selected: key === pair[side] }, army?.name ?? key);
      }),
    );
    const show = (): void => {
      pair[side] = select.value;
      const setup = catalogue.armies.find((each) => each.key === select.value)?.setup ?? '';
      fill(row, ...Array.from(setup).map((letter) => pieceImage(letter, color, game)));
    };
    select.addEventListener('change', show);
    show();
    return h('div', { class: 'army' }, h('label', { for: id }, `${color === 'white' ? 'White' : 'Black'}’s army`), select, row);
  };
  const element = h(
    'div',
    { class: 'field armies' },
    column('white', 0),
    column('black', 1),
    parameter.words !== undefined && h('p', { class: 'hint' }, capital(parameter.words)),
  );
  return { key: parameter.key, element, value: () => [...pair] as string[] };
}
