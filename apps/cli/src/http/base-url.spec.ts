import assert from 'node:assert/strict';
import { parseApiUrl, parseBaseUrl, toRootUrl } from './base-url.js';

describe('base URLs', () => {
  it('accepts the API address with or without /api/v1', () => {
    for (const text of ['http://h:8080', 'http://h:8080/', 'http://h:8080/api/v1', 'http://h:8080/api/v1/']) {
      assert.equal(parseApiUrl(text), 'http://h:8080/api/v1', text);
    }
    assert.equal(parseApiUrl('https://h/observe'), 'https://h/observe/api/v1');
  });

  it('removes /api/v1 to find the root', () => {
    assert.equal(toRootUrl('https://h/observe/api/v1'), 'https://h/observe');
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
