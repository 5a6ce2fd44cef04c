import assert from 'node:assert/strict';
import { isHostAllowed, isPageAllowed } from './allowed-hosts.js';

const PUBLIC = 'https://svc.example.com';
const LOCAL = 'http://127.0.0.1:8080';

describe('hosts of requests', () => {
  it.each([
    ['svc.example.com', PUBLIC, true],
    ['svc.example.com:443', PUBLIC, true],
    ['SVC.EXAMPLE.COM', PUBLIC, true],
    ['localhost:8080', PUBLIC, true],
    ['127.0.0.1', LOCAL, true],
    ['[::1]:8080', LOCAL, true],
    ['10.1.2.3:8080', LOCAL, true],
    ['evil.example.com', PUBLIC, false],
    ['evil.example.com', LOCAL, false],
    ['localhost.evil.example.com', LOCAL, false],
    ['127.0.0.1.evil.example.com', LOCAL, false],
    ['evil.example.com@localhost', LOCAL, false],
    ['localhost/evil', LOCAL, false],
    ['', LOCAL, false],
    [undefined, LOCAL, false],
  ])('%s for %s: %s', (host, publicUrl, expected) => assert.equal(isHostAllowed(host, publicUrl), expected));
});

describe('pages that send requests', () => {
  it.each([
    [undefined, PUBLIC, true],
    [PUBLIC, PUBLIC, true],
    ['http://svc.example.com', PUBLIC, false],
    ['https://evil.example.com', PUBLIC, false],
    ['http://localhost:6274', LOCAL, true],
    ['http://localhost:6274', PUBLIC, false],
    ['null', LOCAL, false],
    ['', LOCAL, false],
  ])('%s for %s: %s', (origin, publicUrl, expected) => assert.equal(isPageAllowed(origin, publicUrl), expected));
});
