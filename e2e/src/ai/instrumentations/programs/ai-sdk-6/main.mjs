import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import * as sdk from 'ai';
import { aiSdkScenarios } from '../ai-sdk-scenarios.mjs';
import { runAll, startTracing } from '../tracing.mjs';

const provider = startTracing();
const metadata = { sessionId: 's-1', userId: 'u-1' };
const telemetry = { experimental_telemetry: { isEnabled: true, functionId: 'support', metadata } };
await runAll(aiSdkScenarios({ openai: createOpenAI(), anthropic: createAnthropic(), sdk, telemetry }));
await provider.shutdown();
