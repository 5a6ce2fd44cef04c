import assert from 'node:assert/strict';
import { AddressPolicy, type AddressRules } from './address-policy.js';

const PUBLIC = ['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34'];
const NOT_PUBLIC = [
  ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '168.63.129.16', 'no address', ''],
  ...['::1', '::7f00:1', '::127.0.0.1', '::5db8:d822', '::ffff:168.63.129.16', '64:ff9b::7f00:1', '2002:7f00:1::'],
  ...['1fff::1', '4000::1', '8000::1', 'e000::1', 'fd00:ec2::254', '2001:db8::1', '3fff:1::1'],
];

describe('AddressPolicy', () => {
  const cases: [title: string, rules: AddressRules, ofPublic: string | undefined][] = [
    ['by default, permits public addresses with TLS', {}, 'plain_http'],
    ['if it permits http, permits it to public addresses', { permitsHttp: true }, undefined],
  ];
  for (const [title, rules, ofPublic] of cases)
    it(`${title}, and no others`, () => {
      const policy = new AddressPolicy(rules);
      for (const address of PUBLIC) {
        assert.equal(policy.refusal('https:', address), undefined, address);
        assert.equal(policy.refusal('http:', address), ofPublic, address);
      }
      for (const address of NOT_PUBLIC)
        for (const protocol of ['https:', 'http:'])
          assert.equal(policy.refusal(protocol, address), 'blocked_address', address);
    });

  it('permits allowed ranges with TLS and without', () => {
    const policy = new AddressPolicy({ allow: ['10.0.0.0/8', 'fd00::/8'] });
    for (const address of ['10.0.0.1', '::ffff:10.0.0.1', 'fd00:ec2::254'])
      for (const protocol of ['https:', 'http:']) assert.equal(policy.refusal(protocol, address), undefined, address);
    assert.equal(policy.refusal('https:', '192.168.0.1'), 'blocked_address');
  });

  it('refuses plain http to public addresses, and to names unless a range or http is permitted', () => {
    const refuses = (rules: object, host: string): boolean => new AddressPolicy(rules).refusesHttp(host);
    for (const host of ['8.8.8.8', '2001:4860:4860::8888', 'tracker.example'])
      assert.deepEqual([refuses({}, host), refuses({ permitsHttp: true }, host)], [true, false], host);
    const allowed = { allow: ['10.0.0.0/8'] };
    for (const host of ['10.0.0.1', 'tracker.example']) assert.equal(refuses(allowed, host), false, host);
    assert.equal(refuses(allowed, '8.8.8.8'), true);
  });
});
