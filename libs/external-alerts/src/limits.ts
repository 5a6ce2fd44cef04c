/** What a request may have; lengths are in UTF-16 code units. Those of texts are the ones of alert rules. */
export const LIMITS = {
  /** Bytes of a body. */
  bodyBytes: 1024 * 1024,
  /** Bytes of a body that is translated within 20 ms whatever it holds. A larger one belongs into a worker. */
  inlineBytes: 32 * 1024,
  /** Alerts of a request. Prometheus sends 256 at most. */
  alerts: 1_000,
  /** Labels of an alert. More are refused, because they tell alerts apart. */
  labels: 64,
  /** Annotations of an alert. More are left out. */
  annotations: 32,
  /** Names of labels and annotations are cut after this. */
  labelName: 100,
  /** Values of labels, and names of alerts, are cut after this. */
  labelValue: 200,
  /** Annotations are cut after this. */
  annotation: 2_000,
  /** A longer key is refused; Opsgenie allows 512 characters, PagerDuty 255. */
  dedupKey: 512,
  /** Invalid alerts of a request that its answer names. */
  faults: 10,
} as const;
