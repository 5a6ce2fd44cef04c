/**
 * The name of the agent whose runs judge other runs. They are not sampled to be judged, and are in no figure of usage, cost or persons:
 * what judging costs is stated apart.
 */
export const JUDGE_AGENT = 'svc.judge';
