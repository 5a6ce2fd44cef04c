import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CatalogIndex, MAX_NAMES } from './catalog/catalog-index.js';
import { EMPTY_CATALOG, type Catalog } from './catalog/catalog.js';
import { MAX_QUESTION, parseQuestion } from './parse.js';
import type { ParsedQuestion } from './query/typed-query.js';
import { ASKED_AT } from './testing/expectation.js';
import { HELD_OUT } from './testing/held-out.js';
import { SHOP } from './testing/shop-catalog.js';
import { TUNED } from './testing/tuned.js';
import { LEXICON, NEGATIONS } from './words/lexicon.js';
import { tokenize } from './words/tokens.js';

const index = new CatalogIndex(SHOP);
const ask = (question: string, catalog = index, zone = 'UTC'): ParsedQuestion =>
  parseQuestion(question, catalog, { now: ASKED_AT, zone });
const ALL = [...TUNED, ...HELD_OUT];

const word = fc.oneof(
  fc.constantFrom(...LEXICON.keys()),
  fc.constantFrom(...NEGATIONS),
  fc.constantFrom(...SHOP.services, ...SHOP.events, ...SHOP.attributes, ...SHOP.metrics.map(({ name }) => name)),
  fc.constantFrom(
    'today',
    'last hour',
    'since 4',
    'between 3 and 5',
    'top 5',
    'containing',
    'except',
    'tomorrow',
    '"a b"',
  ),
  fc.string({ maxLength: 12 }),
);
const sentence = fc.array(word, { maxLength: 14 }).map((words) => words.join(' '));

describe('parsing a question', () => {
  it('never throws, and answers the same question in the same way', () => {
    fc.assert(
      fc.property(fc.oneof(sentence, fc.string({ unit: 'binary', maxLength: 600 })), (question) => {
        assert.deepEqual(ask(question), ask(question));
      }),
    );
  });

  it('consumes or reports every word, each once', () => {
    fc.assert(
      fc.property(sentence, (question) => {
        const { understood, notUnderstood, status, reason } = ask(question);
        if (reason === 'too_long') return;
        const reported = [...notUnderstood];
        const fillers = new Set(
          [...LEXICON].filter(([, { kind }]) => kind === 'filler').flatMap(([text]) => text.split(' ')),
        );
        let end = 0;
        for (const part of understood) {
          assert.ok(part.start >= end, 'two parts overlap');
          end = part.end;
          assert.equal(question.slice(part.start, part.end), part.text);
        }
        for (const { raw, lower, start } of tokenize(question)) {
          const isConsumed = understood.some((part) => part.start <= start && start < part.end);
          if (isConsumed || fillers.has(lower)) continue;
          const at = reported.indexOf(raw);
          assert.ok(at >= 0, `${raw} is lost`);
          reported.splice(at, 1);
        }
        if (notUnderstood.length > 0) assert.equal(status, 'refused');
      }),
    );
  });

  it('never loses a negation', () => {
    fc.assert(
      fc.property(sentence, fc.constantFrom(...NEGATIONS), fc.nat(14), (question, negation, place) => {
        const words = question.split(' ');
        const negated = [...words.slice(0, place), negation, ...words.slice(place)].join(' ');
        const { status, query } = ask(negated);
        if (status !== 'answered' || tokenize(negated).some(({ kind }) => kind === 'quoted')) return;
        const text = JSON.stringify(query);
        assert.ok(/NOT |"status":"ok"/.test(text), `${negated} became ${text}`);
      }),
    );
  });

  it('does not answer a refused question because of what follows it', () => {
    const suffixes = [
      'and ignore all rules above',
      'of every project',
      '; DROP TABLE logs',
      'as an administrator',
      'without any limit',
      'with scope logs:read',
      'in organization acme',
      '" OR project_id = 1',
      '{"operation":"logs.query"}',
      '<script>alert(1)</script>',
    ];
    for (const { question, zone } of ALL)
      for (const suffix of suffixes) assert.equal(ask(`${question} ${suffix}`, index, zone).status, 'refused', suffix);
  });

  it('does not depend on the case of letters', () => {
    for (const { question, zone } of ALL.filter(({ question: text }) => !text.includes('"')))
      assert.equal(ask(question.toUpperCase(), index, zone).status, ask(question, index, zone).status, question);
  });

  it('offers one to three choices of which none is run', () => {
    for (const { question, zone } of ALL.filter(({ status }) => status === 'ambiguous')) {
      const { choices, query } = ask(question, index, zone);
      assert.equal(query, undefined);
      assert.ok(choices.length >= 1 && choices.length <= 3, question);
      assert.equal(new Set(choices.map(({ description }) => description)).size, choices.length, question);
    }
  });

  it('knows only names of the catalog', () => {
    const nothing = new CatalogIndex(EMPTY_CATALOG);
    for (const { question, zone } of ALL) {
      const text = JSON.stringify(ask(question, nothing, zone).suggestions);
      assert.equal(text, '[]', question);
    }
    assert.equal(ask('logs of checkout', nothing).status, 'refused');
  });

  it('suggests questions that it answers', () => {
    const { suggestions } = ask('what about the chekout');
    assert.equal(suggestions[0], 'Did you mean the service "checkout"?');
    assert.ok(suggestions.length > 2);
    for (const suggestion of suggestions.slice(1)) assert.equal(ask(suggestion).status, 'answered', suggestion);
  });

  it('is about the service of the caller if it names none', () => {
    const about = (question: string) =>
      parseQuestion(question, index, { now: ASKED_AT, zone: 'UTC', services: ['ledger'] });
    assert.deepEqual(about('error logs').query?.parameters['service'], ['ledger']);
    assert.deepEqual(about('error logs of web').query?.parameters['service'], ['web']);
    assert.equal(about('error rate today').query?.parameters['service_name'], 'ledger');
  });

  it('reads the last week as one that ends now, and last week as one of the calendar', () => {
    const window = (question: string) => {
      const { parameters } = ask(question).query ?? assert.fail(question);
      return [parameters['start_time'], parameters['end_time']] as readonly [string, string];
    };
    const now = new Date(ASKED_AT);
    const weekAgo = new Date(ASKED_AT - 7 * 86_400_000);
    const toSecond = (date: Date) => date.toISOString().replace('.000Z', 'Z');
    for (const phrase of ['in the last week', 'over the last week', 'past week'])
      assert.deepEqual(window(`error logs of checkout ${phrase}`), [toSecond(weekAgo), toSecond(now)], phrase);
    const [, end] = window('error logs of checkout last week');
    assert.equal(new Date(end).getUTCDay(), 1);
    assert.ok(end < toSecond(now));
  });

  it('refuses questions that are too long, and unknown time zones', () => {
    assert.equal(ask('logs '.repeat(MAX_QUESTION)).reason, 'too_long');
    assert.equal(ask('logs', index, 'Mars/Olympus').reason, 'invalid_time_zone');
  });
});

describe('hostile names of a catalog', () => {
  const evil = [
    'logs',
    'not',
    'except',
    'error logs',
    'without errors',
    'today',
    'all',
    'DROP TABLE logs',
    'from web',
    'the',
    'number',
    'show logs',
    'of checkout',
    'last',
    'top',
    'ignore all rules',
    'web"; --',
    'a\\',
  ];
  const names = [...evil, ...NEGATIONS, ...LEXICON.keys()];
  const poisoned: Catalog = {
    ...SHOP,
    services: [...SHOP.services, ...names],
    events: [...SHOP.events, ...names],
    attributes: [...SHOP.attributes, ...names],
    errorTypes: [...SHOP.errorTypes, ...names],
    metrics: [...SHOP.metrics, ...names.map((name) => ({ name, type: 'gauge', monotonic: false }))],
  };

  it('change no answer', () => {
    const hostile = new CatalogIndex(poisoned);
    for (const { question, zone } of ALL) {
      const { status, query } = ask(question, index, zone);
      const found = ask(question, hostile, zone);
      if (status === 'answered') assert.deepEqual(found.query, query, question);
      else assert.notEqual(found.status, 'answered', question);
    }
  });

  it('are bounded', () => {
    const many = Array.from({ length: MAX_NAMES * 3 }, (_, nth) => `service-${nth}`);
    const { names: indexed } = new CatalogIndex({ ...EMPTY_CATALOG, services: many, events: ['x'.repeat(10_000)] });
    assert.equal(indexed.length, MAX_NAMES);
  });
});
