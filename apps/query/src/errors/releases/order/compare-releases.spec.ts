import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compareReleases, sortReleases, type OrderedRelease } from './compare-releases.js';

const day = (nth: number): Date => new Date(Date.UTC(2026, 0, nth));
const release = (name: string, deployed?: number, seen?: number): OrderedRelease => ({
  release: name,
  deployedAt: deployed === undefined ? null : day(deployed),
  firstSeen: seen === undefined ? null : day(seen),
});

/** Pairs whose first release precedes the second. */
const PRECEDES: readonly [OrderedRelease, OrderedRelease, string][] = [
  [release('1.9.0', 9), release('1.10.0', 1), 'numbers are not texts'],
  [release('v1.2.3', 9), release('v1.2.4', 1), 'a v is no part of the version'],
  [release('app@1.2.3', 9), release('app@1.3.0', 1), 'the name of the package is no part of the version'],
  [release('@scope/app@2.0.0', 9), release('@scope/app@2.0.1', 1), 'a scope is part of the name of the package'],
  [release('1.0.0-alpha', 9), release('1.0.0-alpha.1', 1), 'more identifiers of a pre-release follow fewer'],
  [release('1.0.0-alpha.9', 9), release('1.0.0-alpha.10', 1), 'identifiers that are numbers are compared as numbers'],
  [release('1.0.0-alpha.1', 9), release('1.0.0-alpha.beta', 1), 'numbers precede words'],
  [release('1.0.0-rc.1', 9), release('1.0.0', 1), 'a pre-release precedes its release'],
  [release('1.2', 9), release('1.2.1', 1), 'absent numbers are zero'],
  [release('1.2.3.4', 9), release('1.2.3.5', 1), 'a fourth number counts'],
  [release('1.0.0+7', 1), release('1.0.0+5', 2), 'builds of a version are in the order of their deploys'],
  [release('web@2.0.0', 1), release('api@1.0.0', 2), 'versions of two packages are independent'],
  [release('9d1c2ab', 1), release('1f0e3dd', 2), 'commits are in the order of their deploys'],
  [release('1234567', 2), release('1234566', 3), 'digits of a commit are no version'],
  [release('20260105', 1), release('20260101', 2), 'one number is no version'],
  [release('2.0.0', 1), release('9d1c2ab', 2), 'a version and a commit are in the order of their deploys'],
  [release('b', undefined, 1), release('a', undefined, 2), 'releases without deploys are in the order of first errors'],
  [release('b', 5, 1), release('a', undefined, 6), 'the deploy counts before the first error'],
  [release('b'), release('a', 1), 'a release that was never seen precedes all others'],
  [release('a', 1), release('b', 1), 'names decide last'],
];

const names = fc.oneof(
  fc.constantFrom('1.0.0', '1.0.0-rc.1', '1.0.0+b', '2.0', 'v2.1.0', 'app@1.5.0', 'app@2.5.0', 'web@1.1.0', 'sha', 'x'),
  fc.string({ maxLength: 6 }),
);
const time = fc.option(fc.integer({ min: 1, max: 4 }).map(day));
const releases = fc.uniqueArray(fc.record({ release: names, deployedAt: time, firstSeen: time }), {
  selector: (one) => one.release,
  maxLength: 12,
});

describe('the order of releases', () => {
  it.each(PRECEDES)('%# %p before %p: %s', (first, second) => {
    assert.ok(compareReleases(first, second) < 0);
    assert.ok(compareReleases(second, first) > 0);
    assert.equal(compareReleases(first, first), 0);
    assert.deepEqual(sortReleases([second, first]), [first, second]);
  });

  it('compares a version without a package and one of a package by their versions', () => {
    assert.ok(compareReleases(release('app@1.2.3', 9), release('v1.2.4', 1)) < 0);
    assert.ok(compareReleases(release('1.2.3', 9), release('app@1.2.4', 1)) < 0);
  });

  it('orders any two names, and consistently in both directions', () => {
    fc.assert(
      fc.property(releases, (all) => {
        for (const a of all)
          for (const b of all) {
            assert.equal(compareReleases(a, b) < 0, compareReleases(b, a) > 0);
            assert.equal(compareReleases(a, b) === 0, a === b);
          }
      }),
    );
  });

  it('sorts a list independently of its original order', () => {
    const shuffled = releases.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(fc.property(shuffled, ([all, other]) => assert.deepEqual(sortReleases(all), sortReleases(other))));
  });

  it('sorts a list as pairs compare wherever all names have versions of one package, or none', () => {
    const uniform = fc.oneof(
      releases.map((all) => all.filter(({ release: name }) => /^v?\d+\.\d/.test(name))),
      releases.map((all) => all.filter(({ release: name }) => !/\d/.test(name))),
    );
    fc.assert(
      fc.property(uniform, (all) => {
        const sorted = sortReleases(all);
        for (const [index, later] of sorted.entries())
          for (const earlier of sorted.slice(0, index)) assert.ok(compareReleases(earlier, later) < 0);
      }),
    );
  });
});
