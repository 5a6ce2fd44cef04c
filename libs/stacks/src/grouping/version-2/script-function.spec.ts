import assert from 'node:assert/strict';
import { normalizeScriptFunction } from './script-function.js';

const CASES: readonly (readonly [string, string])[] = [
  ['load', 'load'],
  ['Foo.load', 'load'],
  ['Foo.load [as handler]', 'load'],
  ['Object.render', 'render'],
  ['HTMLButtonElement.onclick', 'onclick'],
  ['HTMLButtonElement.button.onclick', 'onclick'],
  ['Foo.prototype.load', 'load'],
  ['setup/load', 'load'],
  ['setup/this.load', 'load'],
  ['Foo.#load', '#load'],
  ['new Cart', 'Cart'],
  ['async Foo.load', 'load'],
  ['Cart.get total [as total]', 'total'],
  ['get total', 'total'],
  ['Cart.[Symbol.iterator]', 'iterator'],
  ['[Symbol.iterator]', 'iterator'],
  ['handlers["on-click"]', 'on-click'],
  ['load$1', 'load'],
  ['Object../src/cart.js', './src/cart.js'],
  ['./src/cart.js', './src/cart.js'],
  ['wasm-function[12]', 'wasm-function[12]'],
  ['', ''],
  ['g/<', ''],
  ['g/</<', ''],
  ['cb<', ''],
  ['anonymous', ''],
  ['(anonymous)', ''],
  ['<anonymous>', ''],
  ['HTMLButtonElement.<anonymous>', ''],
  ['Object.<anonymous> [as load]', ''],
  ['Object.<computed> [as load]', ''],
  ['<static_initializer>', ''],
  ['global code', ''],
  ['module code', ''],
  ['eval code', ''],
  ['eval', ''],
  ['global', ''],
  ['Object.7325', ''],
  ['7325', ''],
];

describe('the name of a function of a script', () => {
  it.each(CASES)('%p is compared as %p', (name, expected) => assert.equal(normalizeScriptFunction(name), expected));
});
