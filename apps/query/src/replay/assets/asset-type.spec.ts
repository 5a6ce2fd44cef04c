import assert from 'node:assert/strict';
import type { AssetKind } from '@svc/replay';
import { typeOfAsset } from './asset-type.js';

describe('typeOfAsset', () => {
  it.each<[AssetKind, string, string, string | undefined]>([
    ['image', 'image/png', '', 'image/png'],
    ['image', 'Image/SVG+XML; charset=utf-8', '', 'image/svg+xml'],
    ['image', 'text/html', '', undefined],
    ['image', 'application/octet-stream', '', undefined],
    ['image', '', '', undefined],
    ['image', 'image/png"onload="x', '', undefined],
    ['font', 'font/woff2', '', 'font/woff2'],
    ['font', 'application/x-font-ttf', '', 'application/x-font-ttf'],
    ['font', 'application/font-woff', '', 'application/font-woff'],
    ['font', 'application/octet-stream', 'wOF2...', 'font/woff2'],
    ['font', '', '\u0000\u0001\u0000\u0000...', 'font/ttf'],
    ['font', 'application/octet-stream', '<html>', undefined],
    ['font', 'application/json', 'wOF2', undefined],
    ['font', 'image/png', '', undefined],
    ['style', 'text/css;charset=UTF-8', '', 'text/css'],
    ['style', 'text/plain', '', undefined],
    ['style', 'application/octet-stream', '', undefined],
  ])('of a file for %s with %s that begins with %j is %s', (kind, header, content, type) =>
    assert.equal(typeOfAsset(kind, header, Buffer.from(content, 'latin1')), type),
  );
});
