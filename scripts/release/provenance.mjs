/** Describes how files were built, as an in-toto statement with the predicate of SLSA. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../tools.mjs';

export const sha256 = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** Whether the checkout has changes that its commit does not have. */
export const isDirty = () => git('status', '--porcelain') !== '';

/**
 * @param files paths of what was built.
 * @param builder a URI of whoever runs the build, which verifiers compare with those that they trust.
 */
export function provenance({ version, files, builder, startedOn, finishedOn }) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map((file) => ({ name: path.basename(file), digest: { sha256: sha256(file) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:svc:release:1',
        externalParameters: { version },
        internalParameters: { node: process.version, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [
          {
            name: 'source',
            digest: { gitCommit: git('rev-parse', 'HEAD') },
            ...(isDirty() && { annotations: { dirty: true } }),
          },
          { name: 'pnpm-lock.yaml', digest: { sha256: sha256(path.join(ROOT, 'pnpm-lock.yaml')) } },
        ],
      },
      runDetails: { builder: { id: builder }, metadata: { startedOn, finishedOn } },
    },
  };
}
