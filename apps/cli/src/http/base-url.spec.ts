import assert from 'node:assert/strict';
import { parseApiUrl, parseBaseUrl, toMcpUrl } from './base-url.js';

describe('base URLs', () => {
  it('accepts the API address with or without /api/v1', () => {
    for (const text of ['http://h:8080', 'http://h:8080/', 'http://h:8080/api/v1', 'http://h:8080/api/v1/']) {
      assert.equal(parseApiUrl(text), 'http://h:8080/api/v1', text);
    }
    assert.equal(parseApiUrl('https://h/observe'), 'https://h/observe/api/v1');
  });

  it('replaces /api/v1 to find the endpoint of MCP', () => {
    assert.equal(toMcpUrl('https://h/observe/api/v1'), 'https://h/observe/mcp');
  });

  it('rejects an address that is not plain http or https', () => {
    for (const text of [
      '',
      'h:8080',
      '/api/v1',
      'ftp://h',
      'file:///etc',
      'http://u:p@h',
      'http://h?x=1',
      'http://h#x',
    ]) {
      assert.equal(parseBaseUrl(text), undefined, text);
    }
  });
});
