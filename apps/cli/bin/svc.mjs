#!/usr/bin/env node
import module from 'node:module';

// Node 20 has no such cache.
module.enableCompileCache?.();

// The package manager links this file at install, when dist/ does not exist yet.
import('../dist/svc.js').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('svc is not built yet: run `npm start` or `npm run build` in the checkout first.');
  process.exitCode = 1;
});
