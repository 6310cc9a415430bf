// SPDX-License-Identifier: GPL-3.0-or-later
// Drawings that come with games: plain shapes pass, everything else is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from '../modules.mjs';

const { BadDrawing, cleanDrawing, drawingsOf, withDrawing, LONGEST_DRAWING } = await load('pieces/svg');

const svg = (inside, more = 'viewBox="0 0 45 45"') => `<svg xmlns="http://www.w3.org/2000/svg" ${more}>${inside}</svg>`;
const DISC = '<circle cx="22" cy="22" r="9" fill="#fff" stroke="#000"/>';

test('shapes with their paint pass, on one line', () => {
  const clean = cleanDrawing(svg(`\n  <g transform="translate(1 2)">\n<path d="M1 2L3,4z" stroke-width="1.5"/>${DISC}</g>\n`));
  assert.equal(clean, '<svg viewBox="0 0 45 45" xmlns="http://www.w3.org/2000/svg"><g transform="translate(1 2)"><path d="M1 2L3,4z" stroke-width="1.5"/><circle cx="22" cy="22" r="9" fill="#fff" stroke="#000"/></g></svg>');
  assert.equal(cleanDrawing(clean), clean);
});

test('what drawing programs add is left out', () => {
  const drawn = `<?xml version="1.0"?><!-- made by hand -->${svg(`<title>A knight</title><metadata id="x"><rdf:RDF>words &amp; more</rdf:RDF></metadata>${DISC}`, 'width="45px" height="45" version="1.1" id="a" inkscape:version="1"')}`;
  const clean = cleanDrawing(drawn);
  assert.match(clean, /viewBox="0 0 45 45"/);
  assert.doesNotMatch(clean, /title|metadata|inkscape|words|width="45/);
  assert.match(cleanDrawing(svg('<rect x="1" y="1" width="9" height="9" style="fill:#abc;stroke-width:2px;-inkscape-font:x"/>')), /fill="#abc" stroke-width="2"/);
});

const REFUSED = {
  'a script': svg('<script>alert(1)</script>'),
  'an event': svg('<circle cx="1" cy="1" r="1" onload="alert(1)"/>'),
  'an event of the drawing': svg(DISC, 'viewBox="0 0 9 9" onload="alert(1)"'),
  'a link': svg(`<a href="https://example.org">${DISC}</a>`),
  'another image': svg('<image href="https://example.org/x.png"/>'),
  'a reference': svg('<use href="#a"/>'),
  'foreign content': svg('<foreignObject><p>x</p></foreignObject>'),
  'a style sheet': svg(`<style>*{fill:url(https://example.org)}</style>${DISC}`),
  'paint from elsewhere': svg('<rect width="9" height="9" fill="url(#a)"/>'),
  'an animation': svg('<animate attributeName="r" to="9"/>'),
  'an entity': `<!DOCTYPE svg [<!ENTITY a "b">]>${svg(DISC)}`,
  'a processing instruction': `<?xml-stylesheet href="x.css"?>${svg(DISC)}`,
  'a data section': svg(`<![CDATA[x]]>${DISC}`),
  'words': svg(`words${DISC}`),
  'an end that is missing': '<svg viewBox="0 0 1 1"><g>',
  'ends out of order': svg('<g><path d="M1 1"></g></path>'),
  'two drawings': svg(DISC) + svg(DISC),
  'a drawing in a drawing': svg(svg(DISC)),
  'nothing': svg(''),
  'no size': `<svg>${DISC}</svg>`,
  'a name of every object': svg('<constructor/>'),
  'a broken attribute': svg('<rect width=9 height="9"/>'),
  'a quote in a value': svg(`<rect width="9" height='9" onload="x'/>`),
  'too much': svg(`<path d="${'M1 1'.repeat(LONGEST_DRAWING)}"/>`),
  'too many shapes': svg('<rect/>'.repeat(300)),
  'an end of a script in a comment': svg(`<!-- --><script>alert(1)</script><!-- -->${DISC}`),
  'a link of another name': svg('<rect width="9" height="9" xlink:href="javascript:alert(1)"/>'),
  'a javascript address': svg('<rect width="9" height="9" href="javascript:alert(1)"/>'),
  'a copy of a copy': svg(`<defs><g id="a">${DISC}</g><g id="b"><use href="#a"/><use href="#a"/></g></defs>`),
  'a copy of itself': svg('<g id="a"><use href="#a"/></g>'),
  'an animation of a link': svg('<set attributeName="href" to="javascript:alert(1)"/>'),
  'an element of another namespace': svg('<html:script xmlns:html="http://www.w3.org/1999/xhtml">alert(1)</html:script>'),
  'an iframe': svg('<iframe src="x"/>'),
  'many laughs': `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>${svg('<title>&b;</title>')}`,
  'an entity in a value': svg('<rect width="9" height="9" fill="&#117;rl(#a)"/>'),
  'an entity instead of an element': svg(`&lt;script&gt;${DISC}`),
  'a reference in a colour with blanks': svg('<rect width="9" height="9" fill="url ( #a )"/>'),
  'a filter': svg('<rect width="9" height="9" filter="url(#a)"/>'),
  'a mask': svg('<rect width="9" height="9" mask="url(x)"/>'),
  'an upper-case script': svg('<SCRIPT>alert(1)</SCRIPT>'),
  'an upper-case event': svg('<rect width="9" height="9" ONLOAD="alert(1)"/>'),
  'an attribute of every object': svg('<rect width="9" height="9" constructor="1"/>'),
  'the prototype of every object': svg('<rect width="9" height="9" __proto__="1"/>'),
  'an event in a title': svg(`<title onload=alert(1)>x</title>${DISC}`),
  'data in a title': svg(`<title><![CDATA[</title><script>alert(1)</script>]]></title>${DISC}`),
  'a script behind a title': svg(`<title>x</title><script>alert(1)</script>${DISC}`),
  'an element without an end': svg(`<title${' '.repeat(9000)}`),
  'a huge number': svg('<circle cx="1" cy="1" r="1e30"/>'),
  'a huge number of digits': svg(`<circle cx="1" cy="1" r="${'9'.repeat(20)}"/>`),
  'a huge path': svg('<path d="M0 0L1e9 1e9" stroke="#000"/>'),
  'a huge scale': svg(`<g transform="scale(1e9)">${DISC}</g>`),
  'a box without area': svg(DISC, 'viewBox="0 0 0 45"'),
  'a box turned inside out': svg(DISC, 'viewBox="0 0 -45 45"'),
  'half a box': svg(DISC, 'viewBox="0 0"'),
  'a huge box': svg(DISC, 'viewBox="0 0 1e300 1e300"'),
  'too deep': svg(`${'<g>'.repeat(40)}${DISC}${'</g>'.repeat(40)}`),
};
for (const [what, drawing] of Object.entries(REFUSED)) test(`${what} is refused`, () => assert.throws(() => cleanDrawing(drawing), BadDrawing));

test('styles keep only paint, and never a reference', () => {
  assert.doesNotMatch(cleanDrawing(svg('<rect width="9" height="9" style="fill:url(#a);background:url(x)"/>')), /url|style/);
});

test('a comment ends where XML says, and is left out', () => {
  assert.doesNotMatch(cleanDrawing(svg(`<!--><script>alert(1)</script>-->${DISC}`)), /script|!/);
});

test('names of every object in a style are nothing, and huge numbers there are left out', () => {
  assert.match(cleanDrawing(svg('<rect width="9" height="9" style="constructor:x;__proto__:y;toString:z;stroke-width:1e30;fill:#1e9999"/>')), /<rect width="9" height="9" fill="#1e9999"\/>/);
});

test('lines are drawn whole, since dashes may be millions', () => {
  assert.doesNotMatch(cleanDrawing(svg('<path d="M0 0L9 9" stroke="#000" stroke-dasharray="none" stroke-dashoffset="1" style="stroke-dasharray:0.0001"/>')), /dash/);
});

test('what passes has no character that could end a value, and passes again as it is', () => {
  const marks = ['<', '>', '"', "'", '&', '(', ')', '/', '=', ' ', 'x', '#', 'url', 'on', ':', ';', '\n', '<!--', '-->', ']]>', '<g>', '</g>', 'rect', 'fill'];
  let seed = 7;
  const any = () => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return marks[Math.floor((seed / 2147483648) * marks.length)];
  };
  const sound = svg(`<g fill="#fff"><rect x="1" y="1" width="9" height="9"/>${DISC}</g>`);
  let passed = 0;
  for (let round = 0; round < 20_000; round += 1) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const at = Math.floor((seed / 2147483648) * sound.length);
    const attack = sound.slice(0, at) + any() + any() + sound.slice(at + (round % 3));
    let clean;
    try {
      clean = cleanDrawing(attack);
    } catch (error) {
      assert.ok(error instanceof BadDrawing, `${attack}: ${error}`);
      continue;
    }
    passed += 1;
    assert.match(clean, /^(<\/?(svg|g|rect|circle)( [a-zA-Z-]+="[-#.:/\w ,()]*")*\/?>)+$/, attack);
    assert.doesNotMatch(clean, / (on\w+|href|style|class|id)=|url/i, attack);
    assert.equal(cleanDrawing(clean), clean);
  }
  assert.ok(passed > 100, `only ${passed} passed`);
});

test('texts that look for a slow reader are read at once', () => {
  const blanks = ' '.repeat(60_000);
  for (const line of [`   [${blanks}`, `[a${blanks}:${blanks}`, `# picture N${blanks}`, `# picture N = <svg${blanks}`, `#${blanks}picture`]) {
    const text = `[one:chess]\nsummary = x\n${line}`;
    assert.deepEqual(drawingsOf(text, 'one'), {});
    assert.equal(withDrawing(text, 'two', 'N', null), text);
  }
});

test('drawings stand in the text as comments, and are inherited', () => {
  const text = '[one:chess]\ntitle = One\n[two:one]\nrook = -\n';
  const drawn = withDrawing(text, 'one', 'N', cleanDrawing(svg(DISC)));
  assert.match(drawn, /title = One\n# picture N = <svg .*<\/svg>\n\[two:one\]/);
  assert.deepEqual(Object.keys(drawingsOf(drawn, 'two')), ['N']);
  assert.deepEqual(drawingsOf(drawn, 'three'), {});
  assert.equal(withDrawing(drawn, 'one', 'N', null), text);
  const again = withDrawing(drawn, 'one', 'N', '<svg viewBox="0 0 1 1"><rect/></svg>');
  assert.equal(again.match(/# picture/g).length, 1);
});

test('sections that inherit in a circle end', () => {
  assert.deepEqual(drawingsOf('[a:b]\n[b:a]\n[__proto__:a]\n# picture K = <svg viewBox="0 0 1 1"><rect/></svg>\n', 'a'), {});
});

test('a drawing that is not allowed is left out of the text’s drawings', () => {
  assert.deepEqual(drawingsOf('[one]\n# picture K = <svg viewBox="0 0 1 1"><script>x</script></svg>\n', 'one'), {});
});
