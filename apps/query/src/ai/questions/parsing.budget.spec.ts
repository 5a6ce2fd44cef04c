import { CatalogIndex, MAX_NAMES, parseQuestion } from '@svc/questions';
import { cpuBudget } from '@svc/test-servers';
import { toPrompt } from './translation/prompt.js';

/** Names that share their words, as many as are indexed. */
const names = (kind: string) =>
  Array.from({ length: MAX_NAMES }, (_, nth) =>
    `${kind} name-${nth} of part ${nth % 37}`.replaceAll(' ', nth % 2 ? '_' : ' '),
  );

const index = new CatalogIndex({
  services: names('service'),
  environments: names('environment'),
  events: names('event'),
  metrics: names('metric').map((name) => ({ name, type: 'gauge', monotonic: false })),
  attributes: names('attribute'),
  agents: [],
  models: [],
  providers: [],
  errorTypes: names('error'),
});

const PIECES = [
  'name ',
  'part zebra quux ',
  'by ',
  'not ',
  'service name 1 ',
  'between 1 and ',
  'servixx_name-12_of_part_1 ',
  '"a" ',
  'error ',
  'web or ',
  'last 5 logs ',
  'x@y.z ',
  "'",
  '“',
  '-',
];

describe('parsing a question of 500 characters', () => {
  for (const piece of PIECES)
    it(`takes less time than the event loop may be held, repeating ${piece}`, () =>
      cpuBudget('parsing', 20, () =>
        parseQuestion(piece.repeat(500 / piece.length), index, { now: Date.now(), zone: 'America/New_York' }),
      ));
});

describe('wording the prompt of a question of 500 characters', () => {
  it('takes less time than the event loop may be held', () =>
    cpuBudget('wording', 20, () => toPrompt('name zebra quux '.repeat(31), index, 'mark')));
});
