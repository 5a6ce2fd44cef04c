import { hashOf } from '../evidence/canonical.js';
import type { Claim, Conclusion, Entity, Evidence, EvidenceKind, Hypothesis } from '../model.js';
import type { Suspect } from '../ranking/suspect.js';
import { entityKey, type Signal } from '../signals/signal.js';
import { formatMs, formatShare, formatTime, nameOf, quote } from '../signals/texts.js';
import { onsetOf } from './grounds.js';
import type { Judgement } from './level.js';

/** The most hypotheses of an investigation. */
const MAX_HYPOTHESES = 10;
/** The most claims about what was not found. */
const MAX_NEGATIVE_CLAIMS = 4;
/** Kinds of evidence that tell why a cause behaves as it does, and the most claims about that. */
const REASONS: ReadonlySet<EvidenceKind> = new Set(['metric', 'agent_run', 'critical_path']);
const MAX_REASONS = 4;

export interface Written {
  readonly judgement: Judgement;
  readonly suspects: readonly Suspect[];
  readonly evidence: readonly Evidence[];
  readonly onset: number | undefined;
  /** Why the symptom may be a matter of the time of the week, if it is. */
  readonly isSeasonal: boolean;
}

/** The suspects that evidence shows as hypotheses, the most probable first. Readers see those whose evidence they may read. */
export function writeHypotheses({ judgement, suspects, evidence }: Written): Hypothesis[] {
  const causes = keysOf(judgement.causes);
  return suspects
    .filter((suspect) => evidenceFor(suspect, evidence).length > 0)
    .slice(0, MAX_HYPOTHESES)
    .map((suspect) => ({
      id: hashOf({ hypothesis: entityKey(suspect.entity) }).slice(0, 32),
      cause: suspect.entity,
      text: describe(suspect, evidence),
      status: causes.has(entityKey(suspect.entity))
        ? 'supported'
        : isRefuted(suspect, suspects)
          ? 'refuted'
          : 'proposed',
      score: Math.round((1 - Math.exp(-suspect.score)) * 1_000) / 1_000,
      evidenceIds: evidenceFor(suspect, evidence).map(({ id }) => id),
    }));
}

/** A callee explains what is seen in the suspect, and was measured to have begun earlier. */
function isRefuted({ explainedBy, ...suspect }: Suspect, suspects: readonly Suspect[]): boolean {
  if (!explainedBy) return false;
  const callee = suspects.find(({ entity }) => entityKey(entity) === entityKey(explainedBy));
  const [began, earlier] = [onsetOf(suspect), callee && onsetOf(callee)];
  return began !== undefined && earlier !== undefined && earlier < began;
}

/** The conclusion in sentences, each of which cites evidence. */
export function writeConclusion(written: Written): Conclusion {
  const { judgement, evidence, isSeasonal } = written;
  const { level, causes } = judgement;
  const reason = isSeasonal ? `${judgement.reason} The same happened a week earlier.` : judgement.reason;
  const negative = evidence
    .filter(({ finding }) => finding === 'absent')
    .slice(0, MAX_NEGATIVE_CLAIMS)
    .map(({ id, title }): Claim => ({ text: `${title}.`, evidenceIds: [id] }));
  if (level === 'inconclusive') {
    const unusual = written.suspects.slice(0, 2).flatMap((suspect) => claimsAbout(suspect, written));
    const text = `No cause was found. ${reason}`;
    return { level, text, causes: [], claims: [...unusual, ...negative], reason };
  }
  const about = causes.flatMap((suspect) => claimsAbout(suspect, written));
  const claims = [...about, ...reasonsOf(causes, evidence), ...victims(written), ...negative];
  const certainty = level === 'confirmed' ? '' : 'Probably ';
  const text = `${certainty}${causes.map((cause) => describe(cause, evidence)).join('; at the same time ')}.`;
  return { level, text, causes: causes.map(({ entity }) => entity), claims, reason };
}

/**
 * `payments: 35 % of its requests fail instead of 0.4 %, from 14:03:20`. It says only what evidence shows, because readers are shown a
 * sentence if they may read the evidence that it cites. For the same reason it does not name the agent that explains the suspect.
 */
export function describe(suspect: Suspect, evidence: readonly Evidence[]): string {
  const { entity, fit, change, explainedBy } = suspect;
  const onset = onsetOf(suspect);
  const since = onset === undefined ? '' : `, from ${formatTime(onset)}`;
  const best = bestShown(suspect, evidence);
  if (change) {
    const fits = fit
      ? `, and ${formatShare(fit.badShare)} of the bad requests have it, but ${formatShare(fit.goodShare)} of the others`
      : '';
    return `the ${entity.type} ${nameOf(entity.name)} changed at ${formatTime(change.at)}${fits}`;
  }
  if (fit?.isGrowth)
    return `${formatShare(fit.badShare)} of the additional requests have ${quote(`${fit.key}=${fit.value}`)}, but ${formatShare(fit.goodShare)} of those before`;
  if (fit)
    return `${formatShare(fit.badShare)} of the bad requests have ${quote(`${fit.key}=${fit.value}`)}, but ${formatShare(fit.goodShare)} of the others`;
  const because = explainedBy && explainedBy.type !== 'agent' ? `, which ${nameOf(explainedBy.name)} explains` : '';
  return `${nameOf(entity.name)}: ${best?.text ?? 'it differs from normal'}${since}${because}`;
}

/** The strongest signal of a kind of which there is evidence. */
function bestShown(suspect: Suspect, evidence: readonly Evidence[]): Signal | undefined {
  const shown = new Set(evidenceFor(suspect, evidence).map(({ kind }) => kind));
  return suspect.signals.filter(({ kind }) => shown.has(kind)).sort((a, b) => b.strength - a.strength)[0];
}

function claimsAbout(suspect: Suspect, { evidence, onset }: Written): Claim[] {
  const stated = bestShown(suspect, evidence)?.kind;
  // Reasons that the sentence does not state have sentences of their own.
  const cited = evidenceFor(suspect, evidence).filter(({ kind }) => kind === stated || !REASONS.has(kind));
  if (cited.length === 0) return [];
  const text = `${sentence(describe(suspect, evidence))}.`;
  const claims: Claim[] = [{ text, evidenceIds: cited.map(({ id }) => id) }];
  const began = onsetOf(suspect);
  const symptom = evidence.find(({ kind, finding }) => kind === 'onset' && finding === 'present');
  if (began !== undefined && onset !== undefined && symptom && began < onset) {
    const text = `It began ${formatMs(onset - began)} before the symptom.`;
    claims.push({ text, evidenceIds: [symptom.id, ...cited.slice(0, 1).map(({ id }) => id)] });
  }
  return claims;
}

/** The metrics of causes, and the factors of the cost of agents, each with the evidence that it is taken from. */
function reasonsOf(causes: readonly Suspect[], evidence: readonly Evidence[]): Claim[] {
  const cited = causes.flatMap((suspect) => evidenceFor(suspect, evidence)).filter(({ kind }) => REASONS.has(kind));
  return cited.slice(0, MAX_REASONS).map(({ id, title }) => ({ text: `${title}.`, evidenceIds: [id] }));
}

/** Entities that differ because of a cause. */
function victims({ suspects, judgement, evidence }: Written): Claim[] {
  const causes = keysOf(judgement.causes);
  const explained = suspects.filter(({ explainedBy }) => explainedBy && causes.has(entityKey(explainedBy)));
  const cited = explained.flatMap((suspect) => evidenceFor(suspect, evidence).slice(0, 1)).map(({ id }) => id);
  if (cited.length === 0) return [];
  const names = explained.slice(0, 5).map(({ entity }) => nameOf(entity.name));
  const map = evidence.filter(({ kind, finding }) => kind === 'service_map' && finding === 'present').slice(0, 1);
  const evidenceIds = [...new Set([...cited, ...map.map(({ id }) => id)])];
  return [{ text: `Affected, as the service map leads from them to it: ${names.join(', ')}.`, evidenceIds }];
}

const keysOf = (suspects: readonly Suspect[]): ReadonlySet<string> =>
  new Set(suspects.map(({ entity }) => entityKey(entity)));

function evidenceFor({ entity, fit }: Suspect, evidence: readonly Evidence[]): Evidence[] {
  const isSame = (one: Entity): boolean => one.type === entity.type && one.name === entity.name;
  const attribute = fit && `${fit.key}=${fit.value}`;
  return evidence.filter(
    ({ kind, finding, entities, query }) =>
      finding === 'present' &&
      // That the same happened a week earlier speaks against a cause.
      kind !== 'seasonality' &&
      (entities.some(isSame) || (attribute !== undefined && query.parameters['about'] === attribute)),
  );
}

function sentence(text: string): string {
  return text.startsWith('the ') ? `T${text.slice(1)}` : text;
}
