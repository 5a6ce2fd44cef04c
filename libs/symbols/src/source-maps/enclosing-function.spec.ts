import assert from 'node:assert/strict';
import { findEnclosingFunction } from './enclosing-function.js';

/** Sources with the position marked by `@`. */
const CASES: readonly (readonly [source: string, name: string | undefined])[] = [
  ['function charge() {\n  @throw new Error();\n}', 'charge'],
  ['async function* charge(a = {}, [b]) {\n  if (a) { @throw b }\n}', 'charge'],
  ['function charge() {}\n@charge();', undefined],
  ['function outer() {\n  function inner() {}\n  @inner();\n}', 'outer'],
  ['const pay = async (order: Order): Promise<Map<string, number>> => {\n  @throw order;\n};', 'pay'],
  ['const pay: Handler<Order> = (order) => {\n  @throw order;\n};', 'pay'],
  ['const pay = order => @charge(order);\nconst other = 1;', 'pay'],
  ['const pay = order => charge(order)\nconst other = @charge(1)', undefined],
  ['export const pay = function (order) {\n  @throw order;\n};', 'pay'],
  ['module.exports.pay = function () { @throw 1 };', 'pay'],
  ['const cart = {\n  total(items) { return @items.length },\n};', 'total'],
  ['const cart = {\n  total: (items) => @items.length,\n};', 'total'],
  ['class Cart<T> extends Base<T> {\n  static async load<K>(id: K): Promise<void> {\n    @throw id;\n  }\n}', 'load'],
  ['class Cart {\n  #sum() { @throw 1 }\n}', '#sum'],
  ['class Cart {\n  get total() { @throw 1 }\n}', 'total'],
  ['class Cart {\n  onClick = () => { @throw 1 };\n}', 'onClick'],
  ['function setup() {\n  button.addEventListener("click", () => { @pay() });\n}', undefined],
  ['function setup() {\n  items.forEach(function (item) { @pay(item) });\n}', undefined],
  ['function pay() {\n  const text = `a ${b ? `{` : "}"} c`;\n  @throw text;\n}', 'pay'],
  ["function pay() {\n  const open = '{'; // {\n  /* } */ const r = /[/}]\\}/g;\n  @throw open;\n}", 'pay'],
  ["function App() {\n  return (\n    <p>Don't {go(@1)}</p>\n  );\n}", 'App'],
  ['for (const a of b) { @throw a }', undefined],
  ['', undefined],
];

describe('the enclosing function of a position', () => {
  it.each(CASES)('%# in %j is %p', (marked, name) => {
    assert.equal(findEnclosingFunction(marked.replace('@', ''), marked.indexOf('@')), name);
  });

  it('takes linear time', () => {
    for (const part of ['({', '`${', '/a', "'", '=>', '(a): b<', '<'.repeat(50)]) {
      const source = part.repeat(20_000);
      const start = performance.now();
      findEnclosingFunction(source, source.length);
      assert.ok(performance.now() - start < 2_000, part);
    }
  });
});
