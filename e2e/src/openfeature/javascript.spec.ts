import assert from 'node:assert/strict';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature } from '@openfeature/server-sdk';
import { OpenFeature as WebOpenFeature } from '@openfeature/web-sdk';
import { theService } from '../topology.js';
import { CASES, openFeatureScene, type OpenFeatureScene } from './scene.js';

const context = { targetingKey: 'user-1' };

describe('OpenFeature in JavaScript', () => {
  let scene: OpenFeatureScene;
  beforeAll(async () => {
    scene = await openFeatureScene();
  });
  afterAll(async () => {
    await OpenFeature.close();
    await WebOpenFeature.close();
  });

  const options = (key: string) => ({
    baseUrl: theService().httpUrl,
    headers: [['Authorization', `Bearer ${key}`]] as [string, string][],
  });
  const expected = (reasonWith: (reason: string) => string) =>
    CASES.map(({ flag, value, variant, reason }) => ({ flag, value, variant, reason: reasonWith(reason), error: '' }));

  for (const kind of ['secretKey', 'publishableKey'] as const) {
    const reasonWith = (reason: string): string => (kind === 'secretKey' ? reason : 'UNKNOWN');

    it(`reads every flag with a ${kind} by the server provider, without an error`, async () => {
      await OpenFeature.setProviderAndWait(kind, new OFREPProvider(options(scene[kind])));
      const client = OpenFeature.getClient(kind);
      const details = {
        boolean: (flag: string, fallback: unknown) => client.getBooleanDetails(flag, fallback as boolean, context),
        string: (flag: string, fallback: unknown) => client.getStringDetails(flag, fallback as string, context),
        integer: (flag: string, fallback: unknown) => client.getNumberDetails(flag, fallback as number, context),
        float: (flag: string, fallback: unknown) => client.getNumberDetails(flag, fallback as number, context),
        object: (flag: string, fallback: unknown) =>
          client.getObjectDetails(flag, fallback as object as never, context),
      };
      const found = [];
      for (const { flag, type, fallback } of CASES) {
        const { value, variant, reason, errorCode = '' } = await details[type](flag, fallback);
        found.push({ flag, value, variant, reason, error: errorCode });
      }
      assert.deepEqual(found, expected(reasonWith));
    });

    it(`reads every flag with a ${kind} by the web provider, without an error`, async () => {
      const provider = new OFREPWebProvider({ ...options(scene[kind]), pollInterval: 0 });
      await WebOpenFeature.setProviderAndWait(kind, provider, context);
      const client = WebOpenFeature.getClient(kind);
      const details = {
        boolean: (flag: string, fallback: unknown) => client.getBooleanDetails(flag, fallback as boolean),
        string: (flag: string, fallback: unknown) => client.getStringDetails(flag, fallback as string),
        integer: (flag: string, fallback: unknown) => client.getNumberDetails(flag, fallback as number),
        float: (flag: string, fallback: unknown) => client.getNumberDetails(flag, fallback as number),
        object: (flag: string, fallback: unknown) => client.getObjectDetails(flag, fallback as object as never),
      };
      const found = CASES.map(({ flag, type, fallback }) => {
        const { value, variant, reason, errorCode = '' } = details[type](flag, fallback);
        return { flag, value, variant, reason, error: errorCode };
      });
      assert.deepEqual(found, expected(reasonWith));
    });
  }
});
