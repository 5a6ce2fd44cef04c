import assert from 'node:assert/strict';
import { readSettings } from './settings.js';

const BASE = 'https://ingest.example';
const DEFAULTS = {
  key: 'k',
  host: BASE,
  sampleRate: 1,
  buffer: undefined,
  respectGpc: false,
  console: true,
  network: true,
};

describe('the attributes of the script element', () => {
  it.each<[Record<string, string>, object]>([
    [{}, {}],
    [
      { distinctId: 'ada', release: 'web@1' },
      { distinctId: 'ada', release: 'web@1' },
    ],
    [{ host: 'https://other.example' }, { host: 'https://other.example' }],
    [{ sampleRate: '0.25' }, { sampleRate: 0.25 }],
    [{ sampleRate: '0' }, { sampleRate: 0 }],
    [{ sampleRate: 'ten percent' }, { sampleRate: 0 }],
    [{ buffer: 'error' }, { buffer: 'error' }],
    [{ buffer: 'other' }, { buffer: undefined }],
    [{ respectGpc: '' }, { respectGpc: true }],
    [{ respectGpc: 'false' }, { respectGpc: false }],
    [
      { console: 'off', network: 'false' },
      { console: false, network: false },
    ],
  ])('%j are read as %j', (data, settings) =>
    assert.deepEqual(readSettings({ key: 'k', ...data }, BASE), { ...DEFAULTS, ...settings }),
  );

  it.each([{}, { key: '' }])('%j wait for the page to call start', (data) =>
    assert.equal(readSettings(data, BASE), undefined),
  );
});
