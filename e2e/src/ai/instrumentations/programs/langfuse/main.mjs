import { observeOpenAI } from '@langfuse/openai';
import { LangfuseSpanProcessor } from '@langfuse/otel';
import { propagateAttributes, startActiveObservation } from '@langfuse/tracing';
import OpenAI from 'openai';
import { openaiScenarios } from '../client-scenarios.mjs';
import { exporter, runAll, startTracing } from '../tracing.mjs';

const provider = startTracing(new LangfuseSpanProcessor({ exporter, exportMode: 'immediate' }));
const openai = observeOpenAI(new OpenAI({ maxRetries: 0 }), { generationName: 'answer' });
const [first, ...others] = openaiScenarios(openai);
/** An agent that calls a model and a tool, in a session of a user. */
const agent = () =>
  propagateAttributes({ sessionId: 's-1', userId: 'u-1', traceName: 'support' }, () =>
    startActiveObservation(
      'support',
      async (observation) => {
        observation.update({ input: 'Weather?' });
        await first();
        const run = (tool) => tool.update({ input: { city: 'Oslo' }, output: { celsius: 4 } });
        await startActiveObservation('get_weather', run, { asType: 'tool' });
      },
      { asType: 'agent' },
    ),
  );
await runAll([agent, ...others]);
await provider.forceFlush();
await provider.shutdown();
