/** Registers a test that is skipped by name with its reason, or that fails where `SVC_REQUIRE_ALL=1` allows no skip. */
export function skipOrFail(name: string, reason: string): void {
  if (process.env['SVC_REQUIRE_ALL'] !== '1') {
    it.skip(`${name} (${reason})`, () => undefined);
    return;
  }
  it(name, () => {
    throw new Error(`${name} must run here: ${reason}`);
  });
}
