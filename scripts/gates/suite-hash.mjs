/** Prints the hash of the inputs of a heavy suite, for nx: `node scripts/gates/suite-hash.mjs scale`. */
import { inputReader } from './inputs.mjs';
import { assignSpecs } from './suites.mjs';

const suite = assignSpecs().find(({ name }) => name === process.argv[2]);
if (suite === undefined) throw new Error(`there is no suite named ${process.argv[2]}`);
console.log(inputReader().hashOf(suite));
