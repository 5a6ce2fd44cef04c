import assert from 'node:assert/strict';
import { subjectLink } from './subject-link.js';

const PUBLIC_URL = 'https://svc.example.com/';
const link = (subject: string, data = {}, projectId = 'p1') => subjectLink({ subject, projectId }, data, PUBLIC_URL);

describe('The link of a notification', () => {
  it.each([
    ['incident/0198', 'https://svc.example.com/p/p1/respond/incidents/0198'],
    ['alert/0198', 'https://svc.example.com/p/p1/respond/alerts/0198'],
    ['issue/0198', 'https://svc.example.com/p/p1/issues/0198'],
    ['channel/0198', 'https://svc.example.com/p/p1/settings/channels'],
    ['anomaly/0198', 'https://svc.example.com/p/p1/respond/anomalies/0198'],
    ['release/0198', undefined],
    ['constructor/0198', undefined],
    ['incident/../../x', undefined],
    ['incident', undefined],
  ])('of %s leads to %s', (subject, url) => {
    assert.equal(link(subject), url);
  });

  it('is the address that the event has, if it is one of the web', () => {
    assert.equal(link('issue/0198', { url: 'https://shop.example.com/1' }), 'https://shop.example.com/1');
    assert.equal(link('issue/0198', { url: 'javascript:alert(1)' }), 'https://svc.example.com/p/p1/issues/0198');
  });

  it('is missing without a public address, and for an ID of a project that cannot be part of one', () => {
    assert.equal(subjectLink({ subject: 'issue/0198', projectId: 'p1' }, {}, undefined), undefined);
    assert.equal(link('issue/0198', {}, '../p1'), undefined);
  });
});
