// SPDX-License-Identifier: GPL-3.0-or-later
// The palette: pieces of both sides, and tools for squares, owners and fuel, as far as the game has them.
import { fill, h, iconOf } from '../app/dom';
import type { Color, Game, Location } from '../app/types';
import { capital, colorName } from '../app/words';
import type { Edit, Edited } from '../library/contract';
import { pieceImage } from '../pieces';

/** What a press on a square does. */
export type Tool =
  | { kind: 'move' | 'erase' | 'square' | 'hole' | 'frozen' | 'fuel' }
  | { kind: 'owner'; owner: Color | 'none' }
  | { kind: 'piece'; piece: string; color: Color };

const nameOf = (tool: Tool): string => Object.values(tool).join(' ');

/** What the tool does to a square, or null if that is nothing. `again`: pressing twice undoes. */
export function editOf(tool: Tool, at: string, location: Location | undefined, fuel: number | null, again: boolean): Edit | null {
  const { piece, color, kind, owner, frozen } = location ?? {};
  switch (tool.kind) {
    case 'move':
      return null;
    case 'erase':
      return piece === undefined ? null : { at, kind: 'square' };
    case 'piece':
      if (kind === 'wall') return null;
      if (piece === tool.piece && color === tool.color && (fuel === null || location?.fuel === fuel)) return again ? { at, kind: 'square' } : null;
      return { at, piece: tool.piece, color: tool.color, ...(fuel === null ? {} : { fuel }) };
    case 'hole':
      return kind === undefined ? { at, kind: 'hole' } : again ? { at, kind: 'square' } : null;
    case 'square':
      return kind === undefined ? null : { at, kind: 'square' };
    case 'owner':
      if (kind !== undefined || piece !== undefined) return null;
      return (owner ?? 'none') === tool.owner ? (again && tool.owner !== 'none' ? { at, owner: 'none' } : null) : { at, owner: tool.owner };
    case 'frozen':
      return kind !== undefined || (frozen === true && !again) ? null : { at, frozen: frozen !== true };
    case 'fuel':
      return piece === undefined || fuel === null ? null : { at, fuel };
  }
}

export class Palette {
  readonly rows: Record<Color, HTMLElement> = {
    white: h('div', { class: 'palette', role: 'group', 'aria-label': 'White pieces', 'data-color': 'white' }),
    black: h('div', { class: 'palette', role: 'group', 'aria-label': 'Black pieces', 'data-color': 'black' }),
  };
  readonly tools = h('div', { class: 'edit-tools', role: 'group', 'aria-label': 'Tools for the board' });
  private readonly fuelInput = h('input', { type: 'number', min: 0, max: 999, 'aria-label': 'Fuel for the pieces that are put and filled', id: 'editor-fuel' });
  private tool: Tool = { kind: 'move' };
  private can: Edited['can'] | null = null;
  private drawn = '';

  /** `dragged`: a piece was dragged from here and let go there. */
  constructor(
    private readonly listener: { chosen: (tool: Tool) => void; dragged: (tool: Tool, x: number, y: number) => void },
  ) {}

  get chosen(): Tool {
    return this.tool;
  }

  /** What pieces get that are put on the board; null in games without fuel. */
  get fuel(): number | null {
    const { fuel } = this.can ?? {};
    if (fuel === undefined) return null;
    const value = Math.round(Number(this.fuelInput.value));
    return this.fuelInput.value !== '' && value >= 0 && value <= fuel.most ? value : fuel.full;
  }

  /** What can be edited in this game. */
  show(can: Edited['can'], game: Game): void {
    const key = JSON.stringify([can, game.key, game.drawings]);
    this.can = can;
    if (key === this.drawn) return;
    this.drawn = key;
    if (can.fuel !== undefined) {
      this.fuelInput.max = String(can.fuel.most);
      this.fuelInput.value = String(can.fuel.full);
    }
    for (const color of ['white', 'black'] as const)
      fill(this.rows[color], ...can.pieces.filter(({ sides }) => sides.includes(color)).map(({ piece, name }) => this.pieceButton(piece, name, color, game)));
    const holes = can.frozen ? ['Hole', 'Square'] : ['Wall', 'No wall'];
    fill(
      this.tools,
      this.button({ kind: 'move' }, 'Move', iconOf('hand')),
      this.button({ kind: 'erase' }, 'Erase', iconOf('close')),
      can.holes && this.button({ kind: 'hole' }, holes[0] ?? '', h('i', { class: `swatch of-${can.frozen ? 'water' : 'wall'}` })),
      can.holes && this.button({ kind: 'square' }, holes[1] ?? '', h('i', { class: 'swatch' })),
      ...(can.owners ? (['white', 'black', 'none'] as const).map((owner) => this.button({ kind: 'owner', owner }, owner === 'none' ? 'Nobody’s' : `${colorName(owner)}’s`, h('i', { class: `stone ${owner}` }))) : []),
      can.frozen && this.button({ kind: 'frozen' }, 'Frozen', h('i', { class: 'frost-sign' }, '❄')),
      can.fuel !== undefined && h('span', { class: 'fuel-tool' }, this.button({ kind: 'fuel' }, 'Fuel', iconOf('fuel')), this.fuelInput),
    );
    if (this.find(this.tool) === undefined) this.tool = { kind: 'move' };
    this.mark();
  }

  choose(tool: Tool): void {
    this.tool = this.find(tool) === undefined ? { kind: 'move' } : tool;
    this.mark();
    this.listener.chosen(this.tool);
  }

  /** The piece that a letter stands for, upper case for White. */
  ofLetter(key: string): Tool | null {
    const color = key === key.toUpperCase() ? 'white' : 'black';
    const found = this.can?.pieces.find(({ piece, sides }) => piece.toLowerCase() === key.toLowerCase() && sides.includes(color));
    return found === undefined || key.toLowerCase() === key.toUpperCase() ? null : { kind: 'piece', piece: found.piece, color };
  }

  /** The tool in words. */
  words(tool = this.tool): string {
    return this.find(tool)?.getAttribute('aria-label') ?? '';
  }

  private buttons(): HTMLElement[] {
    return [this.rows.white, this.rows.black, this.tools].flatMap((place) => [...place.querySelectorAll<HTMLElement>('button')]);
  }

  private find(tool: Tool): HTMLElement | undefined {
    return this.buttons().find((button) => button.dataset['tool'] === nameOf(tool));
  }

  private mark(): void {
    for (const button of this.buttons()) button.setAttribute('aria-pressed', String(button.dataset['tool'] === nameOf(this.tool)));
  }

  private button(tool: Tool, name: string, sign: Node): HTMLElement {
    return h('button', { type: 'button', class: 'edit-tool', 'data-tool': nameOf(tool), 'aria-label': name, onclick: () => this.choose(tool) }, sign, h('span', {}, name));
  }

  private pieceButton(piece: string, name: string, color: Color, game: Game): HTMLElement {
    const tool: Tool = { kind: 'piece', piece, color };
    const promoted = /^\+|~$/.test(piece) ? ', promoted' : '';
    const label = `${colorName(color)} ${name}${promoted}`;
    const button = h('button', { type: 'button', class: 'palette-piece', 'data-tool': nameOf(tool), 'aria-label': label, title: `${capital(name)}${promoted}`, onclick: () => this.choose(tool) }, pieceImage(piece, color, game));
    button.addEventListener('pointerdown', (event) => this.grab(event, tool, button));
    return button;
  }

  /** With a mouse, a piece can be dragged onto the board. */
  private grab(event: PointerEvent, tool: Tool, button: HTMLElement): void {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const image = button.querySelector('img');
    let ghost: HTMLElement | null = null;
    const begun = { x: event.clientX, y: event.clientY };
    const moved = ({ clientX, clientY }: PointerEvent): void => {
      if (ghost === null && image && Math.hypot(clientX - begun.x, clientY - begun.y) > 6) {
        ghost = h('div', { class: 'edit-ghost', 'aria-hidden': 'true' }, image.cloneNode() as HTMLElement);
        document.body.append(ghost);
        this.choose(tool);
      }
      if (ghost !== null) ghost.style.translate = `${clientX}px ${clientY}px`;
    };
    const done = (end: PointerEvent): void => {
      removeEventListener('pointermove', moved);
      removeEventListener('pointerup', done);
      removeEventListener('pointercancel', done);
      ghost?.remove();
      if (ghost !== null && end.type === 'pointerup') this.listener.dragged(tool, end.clientX, end.clientY);
    };
    addEventListener('pointermove', moved);
    addEventListener('pointerup', done);
    addEventListener('pointercancel', done);
  }
}
