// SPDX-License-Identifier: GPL-3.0-or-later
// Drawings from strangers: an SVG is read strictly and written anew from what is allowed, so that nothing else can pass.
//
// Allowed are plain shapes and their paint. There are no scripts, events, styles, links, references, texts, embedded images, entities or
// declarations. The result is only ever shown as an image (img, or a background) from a data: URL, in which nothing could run anyway.
import { headOf } from '../app/heads';

/** The longest drawing, in characters, before and after reading. */
export const LONGEST_DRAWING = 6000;
const MOST_SHAPES = 200;
const DEEPEST = 12;

const NUMBER = /^[-+\d.eE%]{1,24}$/;
const NUMBERS = /^[-+\d.eE,\s]{1,2000}$/;
const PATH = /^[-+\d.eE,\sMmZzLlHhVvCcSsQqTtAa]{1,5000}$/;
const COLOR = /^(#[\da-fA-F]{3,8}|[a-zA-Z]{3,20}|rgba?\([\d.,%\s/]{1,40}\))$/;
const WORD = /^[a-z-]{1,20}$/;
const TRANSFORM = /^((matrix|translate|scale|rotate|skewX|skewY)\([-+\d.eE,\s]{1,200}\)[\s,]*){1,8}$/;

const PAINT: Record<string, RegExp> = {
  fill: COLOR,
  stroke: COLOR,
  color: COLOR,
  opacity: NUMBER,
  'fill-opacity': NUMBER,
  'stroke-opacity': NUMBER,
  'fill-rule': WORD,
  'stroke-width': NUMBER,
  'stroke-linecap': WORD,
  'stroke-linejoin': WORD,
  'stroke-miterlimit': NUMBER,
  transform: TRANSFORM,
};

const ELEMENTS: Record<string, Record<string, RegExp>> = {
  svg: { viewBox: NUMBERS, width: NUMBER, height: NUMBER },
  g: {},
  path: { d: PATH },
  circle: { cx: NUMBER, cy: NUMBER, r: NUMBER },
  ellipse: { cx: NUMBER, cy: NUMBER, rx: NUMBER, ry: NUMBER },
  rect: { x: NUMBER, y: NUMBER, width: NUMBER, height: NUMBER, rx: NUMBER, ry: NUMBER },
  line: { x1: NUMBER, y1: NUMBER, x2: NUMBER, y2: NUMBER },
  polyline: { points: NUMBERS },
  polygon: { points: NUMBERS },
};

/** What editors write into files and drawings do without; the elements inside go with them. */
const SKIPPED = new Set(['title', 'desc', 'metadata', 'sodipodi:namedview']);
/** Lines are drawn whole, since millions of tiny dashes would keep a browser busy for minutes. */
const DASHES = new Set(['stroke-dasharray', 'stroke-dashoffset']);
/** Numbers beyond this draw nothing that anybody could see. */
const GREATEST = 100_000;

/** Attributes that mean nothing for the picture, so that they are left out without a word. */
const IGNORED = /^(xmlns(:[\w-]+)?|version|id|class|xml:space|(sodipodi|inkscape|sketch|serif|xml):[\w-]+|enable-background|data-[\w-]+|baseProfile|preserveAspectRatio)$/;

export class BadDrawing extends Error {}

const TAG = /^<(\/?)([A-Za-z][\w:.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*(\/?)>/;
const ATTRIBUTE = /([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** What a table says about a name, which may be one that every object has, such as constructor. */
const own = (table: Record<string, RegExp> | undefined, name: string): RegExp | undefined => (table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined);

/** No number in a value is huge. Digits of a colour such as #1e9 are no number. */
const isModest = (value: string): boolean => value.startsWith('#') || (value.match(/(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g) ?? []).every((number) => Number(number) <= GREATEST);

/** The paint in a style attribute, as attributes. */
function styled(style: string): [string, string][] {
  return style
    .split(';')
    .map((part) => part.split(':').map((side) => side.trim()))
    .flatMap(([name, value]): [string, string][] => (name !== undefined && value !== undefined && Object.hasOwn(PAINT, name) && name !== 'transform' ? [[name, value.replace(/px$/, '')]] : []));
}

function attributes(element: string, text: string): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(ATTRIBUTE)) {
    const value = (double ?? single ?? '').trim();
    if (IGNORED.test(name)) continue;
    if (name === 'style') {
      for (const [each, paint] of styled(value)) if (PAINT[each]?.test(paint) === true && isModest(paint)) kept.set(each, paint);
      continue;
    }
    if (DASHES.has(name)) continue;
    const allowed = own(ELEMENTS[element], name) ?? own(PAINT, name);
    if (allowed === undefined) throw new BadDrawing(`<${element}> may not have the attribute ${name}`);
    const plain = value.replace(/px$/, '');
    if (!isModest(plain)) throw new BadDrawing(`${name} of <${element}> has a number above ${GREATEST}`);
    if (!allowed.test(plain)) throw new BadDrawing(`${name} of <${element}> is not a plain value`);
    kept.set(name, plain);
  }
  return kept;
}

/** The drawing with nothing but what is allowed, on one line; throws BadDrawing, whose message says what is not. */
export function cleanDrawing(drawing: string): string {
  if (drawing.length > 8 * LONGEST_DRAWING) throw new BadDrawing(`a drawing may have at most ${LONGEST_DRAWING} characters`);
  let rest = drawing.replace(/^\ufeff/, '').trim().replace(/^<\?xml\s[^<>]*\?>/, '');
  let out = '';
  let shapes = 0;
  const open: string[] = [];
  let skipping = 0;
  while (rest !== '') {
    const comment = /^(\s+|<!--(?:(?!--)[\s\S])*-->)/.exec(rest);
    if (comment !== null) {
      rest = rest.slice(comment[0].length);
      continue;
    }
    if (skipping > 0 && !rest.startsWith('<')) {
      const end = rest.indexOf('<');
      if (end < 0) throw new BadDrawing('an element is not closed');
      rest = rest.slice(end);
      continue;
    }
    const tag = TAG.exec(rest);
    if (tag === null) throw new BadDrawing(`only elements of shapes may be there, not “${rest.slice(0, 20)}”`);
    const [whole, closing, name = '', text = '', single] = tag;
    rest = rest.slice(whole.length);
    if (open.length === 0 && out !== '') throw new BadDrawing('there is more than one drawing');
    if (closing === '/') {
      if (open.pop() !== name) throw new BadDrawing(`</${name}> closes nothing`);
      if (skipping > 0) skipping -= 1;
      else out += `</${name}>`;
      continue;
    }
    if (open.length >= DEEPEST) throw new BadDrawing('elements are nested too deeply');
    if (skipping > 0 || SKIPPED.has(name)) {
      if (single === '') {
        open.push(name);
        skipping += 1;
      }
      continue;
    }
    if (!Object.hasOwn(ELEMENTS, name)) throw new BadDrawing(`<${name}> is not allowed`);
    if ((name === 'svg') !== (open.length === 0)) throw new BadDrawing('a drawing is one <svg> element');
    shapes += 1;
    if (shapes > MOST_SHAPES) throw new BadDrawing(`a drawing may have at most ${MOST_SHAPES} shapes`);
    const kept = attributes(name, text);
    if (name === 'svg') fitted(kept);
    out += `<${name}${[...kept].map(([key, value]) => ` ${key}="${value.replace(/\s+/g, ' ')}"`).join('')}${single === '' ? '' : '/'}>`;
    if (single === '') open.push(name);
  }
  if (open.length > 0) throw new BadDrawing(`<${open.at(-1) ?? ''}> is not closed`);
  if (shapes < 2) throw new BadDrawing('it draws nothing');
  if (out.length > LONGEST_DRAWING) throw new BadDrawing(`a drawing may have at most ${LONGEST_DRAWING} characters`);
  return out;
}

/** A drawing needs a viewBox to be scaled; width and height stand in for one. */
function fitted(svg: Map<string, string>): void {
  const [width, height] = [svg.get('width'), svg.get('height')];
  if (!svg.has('viewBox')) {
    if (width === undefined || height === undefined || !(Number(width) > 0) || !(Number(height) > 0)) throw new BadDrawing('the <svg> needs a viewBox');
    svg.set('viewBox', `0 0 ${width} ${height}`);
  }
  const box = (svg.get('viewBox') ?? '').split(/[\s,]+/).map(Number);
  if (box.length !== 4 || !box.every(Number.isFinite) || box.slice(2).some((side) => side <= 0)) throw new BadDrawing('the viewBox needs a corner, a width and a height');
  svg.delete('width');
  svg.delete('height');
  svg.set('xmlns', 'http://www.w3.org/2000/svg');
}

// ---- Drawings in the text of a game ----

/** `# picture N = <svg …>`: a comment to everything but the page. Upper case is White's piece, lower case Black's. */
const PICTURE = /^\s*[#;]\s*picture\s+(\+?[A-Za-z])\s*=\s*(<svg\b.*)$/;

/** The drawings in the section of a game and of its ancestors within the text; those that are not allowed are left out. */
export function drawingsOf(text: string, game: string): Record<string, string> {
  const sections = new Map<string, { parent: string; drawings: Record<string, string> }>();
  let section: { parent: string; drawings: Record<string, string> } | undefined;
  for (const line of text.split('\n')) {
    const head = headOf(line);
    if (head !== null) {
      section = { parent: head.parent, drawings: {} };
      sections.set(head.name, section);
    }
    const picture = PICTURE.exec(line);
    if (picture === null || section === undefined) continue;
    try {
      section.drawings[picture[1] ?? ''] = cleanDrawing(picture[2] ?? '');
    } catch {
      // Shown by its movement instead; the page says why when the picture is chosen.
    }
  }
  const chain: Record<string, string>[] = [];
  for (let at = sections.get(game); at !== undefined && chain.length < sections.size; at = sections.get(at.parent)) chain.unshift(at.drawings);
  return Object.assign({}, ...chain) as Record<string, string>;
}

/** The text with a drawing for a piece of a game, or, with null, without. */
export function withDrawing(text: string, game: string, letter: string, drawing: string | null): string {
  const lines = text.split('\n');
  const isHead = (line: string): boolean => /^\s*\[/.test(line);
  const start = lines.findIndex((line) => headOf(line)?.name === game);
  if (start < 0) return text;
  const found = lines.findIndex((line, index) => index > start && isHead(line));
  const end = found < 0 ? lines.length : found;
  const body = lines.slice(start + 1, end).filter((line) => PICTURE.exec(line)?.[1] !== letter);
  if (drawing !== null) {
    let at = body.length;
    while (at > 0 && body[at - 1]?.trim() === '') at -= 1;
    body.splice(at, 0, `# picture ${letter} = ${drawing}`);
  }
  return [...lines.slice(0, start + 1), ...body, ...lines.slice(end)].join('\n');
}
