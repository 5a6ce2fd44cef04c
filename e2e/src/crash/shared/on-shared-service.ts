import { SharedService } from './shared-service.js';

/** Registers the tests of several kinds of faults, which break one service one after the other. */
export function onSharedService(name: string, kinds: readonly ((service: SharedService) => void)[]): void {
  describe(name, () => {
    const service = new SharedService();
    beforeAll(() => service.start());
    afterAll(() => service.stop());

    for (const register of kinds) register(service);
  });
}
