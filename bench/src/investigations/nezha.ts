/**
 * Measures how often investigations find the service in which a fault was injected, one JSON line per figure: `node
 * dist/investigations/nezha.js <directory>`, with the directory of Nezha's data of the train ticket system
 * (https://github.com/IntelligentDDS/Nezha). Traces and logs are sent through ingestion with moved times. Every second fault may be looked
 * at while the engine is changed; the figures of the others are the result.
 */
import { sendNezha } from './nezha/send-nezha.js';
import { runJudge } from './shared/run-judge.js';

const [, , directory] = process.argv;
if (directory === undefined) throw new Error('usage: node dist/investigations/nezha.js <directory>');
await runJudge('nezha-trainticket', (topologyOf, end) => sendNezha(topologyOf, directory, end));
