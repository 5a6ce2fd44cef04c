import * as anthropic from '@anthropic-ai/sdk';
import { AnthropicInstrumentation } from '@traceloop/instrumentation-anthropic';
import { OpenAIInstrumentation } from '@traceloop/instrumentation-openai';
import OpenAI from 'openai';
import { anthropicScenarios, openaiScenarios } from '../client-scenarios.mjs';
import { runAll, startTracing } from '../tracing.mjs';

const provider = startTracing();
const instrument = (instrumentation, client) => {
  instrumentation.setTracerProvider(provider);
  instrumentation.manuallyInstrument(client);
};
instrument(new OpenAIInstrumentation({ enrichTokens: false }), OpenAI);
instrument(new AnthropicInstrumentation(), anthropic);
await runAll([
  ...openaiScenarios(new OpenAI({ maxRetries: 0 })),
  ...anthropicScenarios(new anthropic.Anthropic({ maxRetries: 0 })),
]);
await provider.shutdown();
