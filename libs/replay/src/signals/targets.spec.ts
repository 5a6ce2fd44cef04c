import assert from 'node:assert/strict';
import type { JsonObject } from '../events/event.js';
import { PageTree } from './page-tree.js';
import { element, full, text } from './recording.fixture.js';
import { targetOf, type Target } from './targets.js';

/** The ID of what is clicked in the pages of these cases. */
const HIT = 50;

function hit(node: JsonObject): Target {
  const page = new PageTree();
  page.apply(full(0, element(2, 'body', {}, node)));
  return targetOf(page, page.path(HIT));
}

const button = (label: string, attributes: JsonObject = {}) => element(HIT, 'button', attributes, text(51, label));
const link = (attributes: JsonObject, label = 'Open') => element(HIT, 'a', attributes, text(51, label));
const input = (type: string) => element(HIT, 'input', { type });

describe('targetOf', () => {
  describe('what a person expects to do something', () => {
    it.each<[string, JsonObject]>([
      ['a button', button('Buy')],
      ['a button in capitals', element(HIT, 'BUTTON')],
      ['a link', link({ href: '/cart' })],
      ['a link whose script was removed', link({})],
      ['a summary', element(HIT, 'summary')],
      ...['submit', 'button', 'reset', 'image', 'checkbox', 'radio', 'SUBMIT'].map((type): [string, JsonObject] => [
        `an input of the type ${type}`,
        input(type),
      ]),
      ...['button', 'link', 'menuitem', 'tab', 'switch', 'checkbox', 'radio', 'Button'].map(
        (role): [string, JsonObject] => [`the role ${role}`, element(HIT, 'div', { role })],
      ),
      ['what is inside a button', element(3, 'button', {}, element(4, 'b', {}, element(HIT, 'i')))],
      ['a text inside a button', element(3, 'button', {}, text(HIT, 'Buy'))],
    ])('is %s', (_, node) => assert.equal(hit(node).isActionable, true));

    it.each([
      ['a paragraph', element(HIT, 'p')],
      ['a field', input('text')],
      ['an input without a type', element(HIT, 'input')],
      ['a file', input('file')],
      ['a label', element(HIT, 'label')],
      ['another role', element(HIT, 'div', { role: 'presentation' })],
      ['what a button is in', element(HIT, 'div', {}, element(3, 'button'))],
    ])('is not %s', (_, node) => assert.equal(hit(node).isActionable, false));
  });

  it.each([
    ['a field', input('email'), true],
    ['a number with arrows', input('number'), true],
    ['a textarea', element(HIT, 'textarea'), true],
    ['a list', element(3, 'select', {}, element(HIT, 'option')), true],
    ['an editor', element(3, 'div', { contenteditable: 'true' }, element(HIT, 'b')), true],
    ['a field by its role', element(HIT, 'div', { role: 'searchbox' }), true],
    ['no editor any more', element(HIT, 'div', { contenteditable: 'false' }), false],
    ['the button of a list', button('Germany', { role: 'combobox' }), false],
    ['a button', button('Buy'), false],
    ['a checkbox', input('checkbox'), false],
  ])('knows whether a person types: %s', (_, node, isEditable) => assert.equal(hit(node).isEditable, isEditable));

  describe('what is clicked many times by intent', () => {
    const labels =
      'next|Next|NEXT ›|Next page|Previous month|prev|Go to next slide|Back|Load more|Show less|+|-|−|+ 1|-10|<|>|›|«|▲|→|Zoom in|Increase quantity|Undo|skip';
    it.each(labels.split('|'))('has the text or label %s', (label) => {
      assert.equal(hit(button(label)).isRepeated, true);
      assert.equal(hit(button('', { 'aria-label': label })).isRepeated, true);
      assert.equal(hit(button('x', { title: label })).isRepeated, true);
      assert.equal(hit(element(3, 'button', {}, element(HIT, 'img', { alt: label }))).isRepeated, true);
      assert.equal(hit(element(HIT, 'button', {}, element(3, 'svg', { 'aria-label': label }))).isRepeated, true);
    });

    it.each([
      ['a toggle', input('checkbox')],
      ['a switch', element(HIT, 'div', { role: 'switch' })],
      ['a button that stays pressed', button('Bold', { 'aria-pressed': 'false' })],
      ['a slider', element(3, 'div', { role: 'slider' }, element(HIT, 'span'))],
      ['a stepper by its role', element(3, 'div', { role: 'spinbutton' }, element(HIT, 'i'))],
      ['a canvas', element(HIT, 'canvas')],
      ['a video', element(HIT, 'video')],
    ])('is %s', (_, node) => assert.equal(hit(node).isRepeated, true));

    it.each([
      'Buy',
      'Continue to the next step of your order',
      'Nextcloud',
      'Backup',
      'Moreover',
      '3',
      'C++',
      'Log in',
    ])('does not have the label %s', (label) => assert.equal(hit(button(label)).isRepeated, false));
  });

  describe('what reacts where a recording does not show it', () => {
    it.each<[string, JsonObject]>([
      ['a download', link({ href: '/a', download: '' })],
      ['a file that is saved', link({ href: 'https://x.example/report.csv?t=[REDACTED]' })],
      ['a mail', link({ href: 'mailto:[REDACTED]' })],
      ['a telephone', link({ href: ' TEL:+49' })],
      ['an application', link({ href: 'slack://open' })],
      ['another window', link({ href: '/a', target: '_blank' })],
      ['a named window', link({ href: '/a', target: 'help' })],
      ['a form that opens a window', element(3, 'form', { target: '_blank' }, button('Print'))],
      ['a button that opens a window', button('Go', { formtarget: '_blank' })],
      ['a file', input('file')],
      ['a menu of the browser', button('Menu', { popovertarget: 'menu' })],
      ['a canvas in a button', element(3, 'button', {}, element(HIT, 'canvas'))],
      ['a player', element(HIT, 'video')],
      ...['Download', 'Export as CSV', 'Print', 'Copy link', 'Share', 'Play', 'Pause', 'Unmute'].map(
        (label): [string, JsonObject] => [`a button with the label ${label}`, button(label)],
      ),
    ])('is %s', (_, node) => assert.equal(hit(node).isUnseen, true));

    it.each([
      ['a link', link({ href: 'https://x.example/a' })],
      ['a relative link', link({ href: '/a:b' })],
      ['a link to a section', link({ href: '#a' })],
      ['a link in this window', link({ href: '/a', target: '_SELF' })],
      ['a removed download', link({ href: '/a', download: null })],
      ['a page with a name like a file', link({ href: '/archive.zip/index' })],
      ['a button', button('Copyright')],
    ])('is not %s', (_, node) => assert.equal(hit(node).isUnseen, false));
  });

  it.each([
    ['the button that was hit', button('Buy', { id: 'buy', class: ' primary large' }), 'button#buy.primary', 'Buy'],
    [
      'the button around what was hit',
      element(3, 'button', { id: 'a' }, element(HIT, 'i', { id: 'b' })),
      'button#a',
      '',
    ],
    ['what was hit if it is in no button', element(3, 'p', {}, element(HIT, 'b', {}, text(4, 'Bold'))), 'b', 'Bold'],
    ['a label', button('', { 'aria-label': 'Close' }), 'button', 'Close'],
    ['the value of a button', element(HIT, 'input', { type: 'submit', value: 'Send' }), 'input', 'Send'],
    ['no value of a checkbox', element(HIT, 'input', { type: 'checkbox', value: '******' }), 'input', ''],
    ['redacted texts as they are stored', button('Mail [REDACTED]'), 'button', 'Mail [REDACTED]'],
    ['a long name', element(HIT, 'button', { id: 'x'.repeat(900) }), `button#${'x'.repeat(193)}`, ''],
    ['a long label', button('', { title: 'x'.repeat(900) }), 'button', 'x'.repeat(80)],
  ])('shows %s', (_, node, selector, label) => {
    const target = hit(node);
    assert.deepEqual([target.selector, target.text], [selector, label]);
  });

  it('knows nothing of an unknown element', () => {
    assert.deepEqual(targetOf(new PageTree(), []), {
      selector: '',
      text: '',
      isActionable: false,
      isEditable: false,
      isRepeated: false,
      isUnseen: false,
    });
  });
});
