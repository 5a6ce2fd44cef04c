import assert from 'node:assert/strict';
import { findContradiction, matchesEveryAlert } from './contradictions.js';
import { compileMatchers, type MatcherOperator, type SilenceMatcher } from './matcher.js';

/** Matchers from texts such as `a=~b|c`. */
const parse = (...texts: string[]): SilenceMatcher[] =>
  texts.map((text) => {
    const [, labelName = '', operator = '', value = ''] = /^(\w+)(=~|!~|!=|=)(.*)$/u.exec(text) ?? [];
    return { labelName, operator: operator as MatcherOperator, value };
  });

describe('matchers that contradict each other', () => {
  const cases: [matchers: string[], index: number | undefined][] = [
    [['a=x', 'a=y'], 1],
    [['a=x', 'b=y', 'a!=x'], 2],
    [['a=x', 'a=x'], undefined],
    [['a=x', 'a!=y', 'b=y'], undefined],
    [['a=x', 'a=~y.*'], 1],
    [['a=x', 'a=~x.*'], undefined],
    [['a=x', 'a!~x.*'], 1],
    [['a=~x|y', 'a=~y|z'], undefined],
    [['a=~x|y', 'a=~z|w'], 1],
    [['a=~x|y', 'a!=x', 'a!=y'], 2],
    [['a=~x.*', 'a!~x.*'], 1],
    [['a=~x.*', 'a=~y.*'], undefined],
    [['a=', 'a=~.+'], 1],
    [['severity=high'], 0],
    [['severity=warning'], undefined],
    [['severity=~crit.*'], undefined],
    [['severity!=info', 'severity!=warning', 'severity!=critical'], 2],
    [['alertname='], 0],
  ];
  for (const [matchers, index] of cases)
    it(`${index === undefined ? 'are not found in' : 'are found in'} ${matchers.join(', ')}`, () =>
      assert.equal(findContradiction(parse(...matchers)), index));
});

describe('matchers that match every alert', () => {
  const cases: [matchers: string[], isEvery: boolean][] = [
    [['alertname=~.+'], true],
    [['alertname=~.*'], true],
    [['alertname!='], true],
    [['alertname!=Down'], true],
    [['service_name=~.*'], true],
    [['service_name=~.*', 'alertname=~.+', 'severity=~info|warning|critical'], true],
    [['severity!='], true],
    [['severity=warning'], false],
    [['severity!=critical'], false],
    [['service_name=~.+'], false],
    [['alertname=Down'], false],
    [['alertname=~Down.*', 'service_name=~.*'], false],
  ];
  for (const [matchers, isEvery] of cases)
    it(`${isEvery ? 'include' : 'do not include'} ${matchers.join(', ')}`, () =>
      assert.equal(matchesEveryAlert(compileMatchers(parse(...matchers))), isEvery));
});
