import assert from 'node:assert/strict';
import { compareToResolved, findCurrent, type DeployedRelease } from './current-release.js';

const day = (nth: number): Date => new Date(Date.UTC(2026, 0, nth));
const deployed = (release: string, nth: number): DeployedRelease => ({
  release,
  deployedAt: day(nth),
  firstSeen: null,
});
const seen = (release: string, nth: number) => ({ release, deployedAt: null, firstSeen: day(nth) });

describe('the current release', () => {
  it('is the last one in release order, not the hotfix of an earlier one that was deployed after it', () => {
    const all = [deployed('10.24.0', 1), deployed('10.25.0', 2), deployed('10.24.1', 3)];
    assert.equal(findCurrent(all, ['10.24.0'])?.release, '10.25.0');
    assert.equal(findCurrent([], ['10.24.0']), undefined);
  });

  it('is of the package that the errors name, or of any if that was never deployed', () => {
    const all = [deployed('app@1.0.0', 1), deployed('web@7.0.0', 2), deployed('9d1c2ab', 3)];
    assert.equal(findCurrent(all, ['app@0.9.0'])?.release, 'app@1.0.0');
    assert.equal(findCurrent(all, ['1f0e3dd'])?.release, '9d1c2ab');
    assert.equal(findCurrent(all, ['forged@999.9.9'])?.release, '9d1c2ab');
    assert.equal(findCurrent(all, ['app@0.9.0', 'forged@999.9.9'])?.release, 'app@1.0.0');
  });
});

describe('the comparison with the release of a resolution', () => {
  const forged = seen('999.9.9', 1);
  const follows = (release: Parameters<typeof compareToResolved>[0], all: readonly DeployedRelease[]) =>
    compareToResolved(release, forged, day(5), all) > 0;

  it('is by the names as long as nothing was deployed', () => {
    assert.ok(!follows(seen('10.25.0', 6), []));
    assert.ok(compareToResolved(seen('10.25.0', 6), seen('10.24.0', 1), day(5), []) > 0);
  });

  it('is with the last deploy before the resolution if its release was only seen in errors', () => {
    const all = [deployed('10.24.0', 2), deployed('10.25.0', 7)];
    assert.ok(follows(deployed('10.25.0', 7), all));
    assert.ok(follows(seen('10.26.0', 8), all));
    assert.ok(!follows(deployed('10.24.0', 2), all));
    assert.ok(!follows(seen('10.23.0', 8), all));
  });

  it('is with the first deploy after the resolution if there was none before', () => {
    const all = [deployed('10.25.0', 7), deployed('10.26.0', 9)];
    assert.ok(follows(deployed('10.25.0', 7), all));
    assert.ok(follows(deployed('10.26.0', 9), all));
    assert.ok(!follows(seen('10.24.0', 1), all));
  });

  it('is with the release itself if that was deployed', () => {
    const all = [deployed('10.24.0', 2), deployed('10.25.0', 3)];
    assert.ok(compareToResolved(deployed('10.25.0', 3), deployed('10.24.0', 2), day(5), all) > 0);
    assert.ok(compareToResolved(deployed('10.24.0', 2), deployed('10.24.0', 2), day(5), all) === 0);
  });
});
