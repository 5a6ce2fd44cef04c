import { randomUUID } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import {
  IncidentsAcknowledgeRequestSchema,
  IncidentsCreateRequestSchema,
  IncidentsReopenRequestSchema,
  IncidentsResolveRequestSchema,
  type Incident,
} from '@svc/contract';
import { createIdempotency } from '@svc/idempotency';
import { createLogger } from '@svc/observability';
import type { Relational } from '@svc/relational';
import { EscalationEngine } from '../escalation/engine/escalation-engine.js';
import { EscalationSteps } from '../escalation/engine/escalation-steps.js';
import { EscalationSubjects } from '../escalation/engine/escalation-subjects.js';
import { Escalations } from '../escalation/engine/escalations.js';
import { RunningEscalationsRepository } from '../escalation/engine/running-escalations.repository.js';
import { ChannelsRepository } from '../escalation/policies/channels.repository.js';
import { PoliciesRepository } from '../escalation/policies/policies.repository.js';
import { TargetsService } from '../escalation/reach/targets.service.js';
import { Facts } from '../incidents/case-file/facts.js';
import { LinkTargets } from '../incidents/case-file/link-targets.js';
import { CreationService } from '../incidents/changes/creation.service.js';
import { EditsService } from '../incidents/changes/edits.service.js';
import { IncidentChanges } from '../incidents/changes/incident-changes.js';
import { IncidentEscalations } from '../incidents/changes/incident-escalations.js';
import { IncidentSubject } from '../incidents/changes/incident-subject.js';
import { Once } from '../incidents/changes/once.js';
import { PolicyReferences } from '../incidents/changes/policy-references.js';
import { TransitionsService } from '../incidents/changes/transitions.service.js';
import { AlertIncidents } from '../incidents/correlation/alert-incidents.js';
import { CorrelationReader } from '../incidents/correlation/correlation-reader.js';
import { CorrelationRepository } from '../incidents/correlation/correlation.repository.js';
import { CorrelationService } from '../incidents/correlation/correlation.service.js';
import { IncidentsRepository } from '../incidents/incidents.repository.js';
import type { Responder } from '../incidents/timeline/responder.js';
import { TimelineRepository } from '../incidents/timeline/timeline.repository.js';
import { MembersRepository, OverridesRepository, SchedulesRepository } from '../oncall/index.js';
import { responder } from './alerting-server.js';

/** The parts that page people, without the timer: a spec says when they run. */
export type EscalationBench = ReturnType<typeof escalationBench>;

/** @param relational may fail at the statements that a spec chooses. */
export function escalationBench(relational: Relational, clock: { nowMs: number }) {
  const now = (): number => clock.nowMs;
  const running = new RunningEscalationsRepository(relational);
  const policies = new PoliciesRepository(relational);
  const subjects = new EscalationSubjects();
  const escalations = new Escalations(running, policies, subjects);
  const targets = new TargetsService(
    new SchedulesRepository(relational),
    new OverridesRepository(relational),
    new ChannelsRepository(relational),
    new MembersRepository(relational),
    relational,
  );
  const steps = new EscalationSteps(running, targets, subjects, now);
  const logger = createLogger({ service: 'test', level: 'silent' });
  const incidents = new IncidentsRepository(relational);
  const timelines = new TimelineRepository(relational);
  const changes = new IncidentChanges(incidents, timelines);
  const ofIncidents = new IncidentEscalations(escalations);
  new IncidentSubject(subjects, incidents, changes, timelines);
  const once = new Once(createIdempotency(relational));
  const links = new LinkTargets(new Facts({ address: 'unix:absent.sock' }));
  const creation = new CreationService(
    incidents,
    changes,
    links,
    new PolicyReferences(policies),
    ofIncidents,
    once,
    now,
  );
  const transitions = new TransitionsService(changes, ofIncidents, once, now);
  const edits = new EditsService(incidents, changes, links, ofIncidents, now);
  return {
    engine: new EscalationEngine(running, steps, now, logger),
    steps,
    running,
    escalations,
    changes,
    incidents,
    timelines,
    creation,
    transitions,
    edits,
    targets,
    ofIncidents,
  };
}

/** Correlation, which processes the events of alerts. */
export function correlationBench(relational: Relational, clock: { nowMs: number }): CorrelationReader {
  const { incidents, timelines, changes, ofIncidents } = escalationBench(relational, clock);
  const repository = new CorrelationRepository();
  const now = (): number => clock.nowMs;
  const alertIncidents = new AlertIncidents(repository, incidents, timelines, changes, ofIncidents, now);
  const service = new CorrelationService(repository, alertIncidents, incidents, timelines, now);
  return new CorrelationReader(service, relational, createLogger({ service: 'test', level: 'silent' }));
}

/** A responder of a project who may do everything. */
export function createResponder(projectId: string): Responder {
  const { context } = responder({ project: projectId });
  return {
    projectId,
    context,
    name: 'Ann',
    isAdmin: true,
    signal: new AbortController().signal,
    actor: { type: 'user', id: context.principalId },
    scopes: new Set(['escalation:read']),
  };
}

/** Actions of responders on an incident, through the bench. */
export function responses({ creation, transitions, edits }: EscalationBench, projectId: string) {
  const by = createResponder(projectId);
  const versioned = ({ id, version }: Pick<Incident, 'id' | 'version'>) => ({
    incidentId: id,
    expectedVersion: version,
    idempotencyKey: randomUUID(),
  });
  return {
    open: (escalationPolicyId: string, more: object = {}) =>
      creation.create(
        by,
        create(IncidentsCreateRequestSchema, { title: 'Checkout is down', escalationPolicyId, ...more }),
      ),
    acknowledge: (incident: Pick<Incident, 'id' | 'version'>) =>
      transitions.act(by, create(IncidentsAcknowledgeRequestSchema, versioned(incident)), 'acknowledge'),
    resolve: (incident: Pick<Incident, 'id' | 'version'>) =>
      transitions.act(by, create(IncidentsResolveRequestSchema, versioned(incident)), 'resolve'),
    reopen: (incident: Pick<Incident, 'id' | 'version'>) =>
      transitions.act(by, create(IncidentsReopenRequestSchema, versioned(incident)), 'reopen'),
    remove: ({ id }: Pick<Incident, 'id'>) =>
      edits.delete(by, { $typeName: 'svc.v1.IncidentsDeleteRequest', incidentId: id }),
  };
}
