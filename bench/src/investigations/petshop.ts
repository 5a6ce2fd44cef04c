/**
 * Measures how often investigations find the node in which an issue was injected, from metrics alone, one JSON line per figure: `node
 * dist/investigations/petshop.js <directory>`, with the directory of the PetShop data (https://github.com/amazon-science/petshop-root-
 * cause-analysis). Metrics are sent through ingestion as those of the span metrics and service graph connectors, with moved times. Issues
 * of low traffic may be looked at while the engine is changed; the figures of high traffic are the result.
 */
import { sendPetshop } from './petshop/send-petshop.js';
import { runJudge } from './shared/run-judge.js';

const [, , directory] = process.argv;
if (directory === undefined) throw new Error('usage: node dist/investigations/petshop.js <directory>');
await runJudge('petshop', (topologyOf, end) => sendPetshop(topologyOf, directory, end));
