import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { OpenTelemetry } from '@ai-sdk/otel';
import * as sdk from 'ai';
import { aiSdkScenarios } from '../ai-sdk-scenarios.mjs';
import { runAll, startTracing } from '../tracing.mjs';

const provider = startTracing();
sdk.registerTelemetry(new OpenTelemetry({ runtimeContext: true }));
const telemetry = {
  telemetry: { functionId: 'support', includeRuntimeContext: { sessionId: true, userId: true } },
  runtimeContext: { sessionId: 's-1', userId: 'u-1' },
};
await runAll(aiSdkScenarios({ openai: createOpenAI(), anthropic: createAnthropic(), sdk, telemetry }));
await provider.shutdown();
