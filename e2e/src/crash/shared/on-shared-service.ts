import assert from 'node:assert/strict';
import { SharedService } from './shared-service.js';

/** Kinds of faults, and the inspections that follow all of them. */
export interface SharedFaults {
  /** Settings of ingestion that the kinds need. Setting them from the start avoids restarts. */
  readonly env: Readonly<Record<string, string>>;
  readonly kinds: readonly ((service: SharedService) => void)[];
  /** Number of kinds that add an inspection. */
  readonly inspections: number;
}

/** Registers the tests of several kinds of faults, which break one service one after the other. */
export function onSharedService(name: string, { env, kinds, inspections }: SharedFaults): void {
  describe(name, () => {
    const service = new SharedService(env);
    beforeAll(() => service.start());
    afterAll(() => service.stop());

    for (const register of kinds) register(service);

    it('holds in its stores what it should after all faults', async () => {
      const looked = await service.inspect();
      console.info(looked.join(', '));
      assert.equal(looked.length, inspections, 'no kind ended early');
    });
  });
}
