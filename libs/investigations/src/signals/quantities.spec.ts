import assert from 'node:assert/strict';
import { formatQuantity } from './quantities.js';

describe('a quantity', () => {
  it.each([
    [3.9e9, 'By', '3.9 GB'],
    [0, 'By', '0 B'],
    [-2_000, 'bytes', '-2 kB'],
    [0.25, 's', '250 ms'],
    [1_500_000, 'ns', '1.5 ms'],
    [-3, 's', '-3 s'],
    [40, '{connection}', '40 connections'],
    [1, '{connection}', '1 connection'],
    [3, '{requests}', '3 requests'],
    [12, '1', '12'],
    [0.031, '', '0.03'],
    [87, '%', '87 %'],
    [2, 'd', '2 days'],
  ])('of %p in %p is %p', (value, unit, text) => {
    assert.equal(formatQuantity(value, unit), text);
  });
});
