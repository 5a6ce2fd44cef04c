import assert from 'node:assert/strict';
import { pagePolicy } from './page-policy.js';

it('allows nothing but files of this origin, neither inline nor made of text', () => {
  assert.equal(
    pagePolicy(undefined),
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; " +
      "worker-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

it('shows frames of the origin of recordings, and then none of its own', () => {
  const origin = 'https://replay.example.net';
  assert.equal(pagePolicy(origin), pagePolicy(undefined).replace("frame-src 'self'", `frame-src ${origin}`));
});
