import type { Pair } from './push.js';

export const SERVICE_NAME = 'service.name';

/** Labels that name the service, the first that is present first: the order of `discover_service_name` in the manual of Loki. */
const SERVICE_LABELS = [
  'service_name',
  'service',
  'app',
  'application',
  'app_name',
  'name',
  'app_kubernetes_io_name',
  'container',
  'container_name',
  'k8s_container_name',
  'component',
  'workload',
  'job',
  'k8s_job_name',
];

/** Attributes that Loki itself makes labels of, with their dots as underscores: `default_resource_attributes_as_index_labels`. */
const RESOURCE_ATTRIBUTES = [
  'cloud.availability_zone',
  'cloud.region',
  'container.name',
  'deployment.environment',
  'deployment.environment.name',
  'host.name',
  'k8s.cluster.name',
  'k8s.container.name',
  'k8s.cronjob.name',
  'k8s.daemonset.name',
  'k8s.deployment.name',
  'k8s.job.name',
  'k8s.namespace.name',
  'k8s.node.name',
  'k8s.pod.name',
  'k8s.replicaset.name',
  'k8s.statefulset.name',
  'service.instance.id',
  SERVICE_NAME,
  'service.namespace',
  'service.version',
];
const ATTRIBUTES = new Map(RESOURCE_ATTRIBUTES.map((name) => [name.replaceAll('.', '_'), name]));

/**
 * The attributes of the resource that labels describe: labels that Loki derives from attributes get the names of these again, and the
 * service gets its name from the label that Loki would take. All others keep their names.
 */
export function toResource(labels: readonly Pair[]): Pair[] {
  const attributes = labels.map(({ name, value }) => ({ name: ATTRIBUTES.get(name) ?? name, value }));
  if (attributes.some(({ name }) => name === SERVICE_NAME)) return attributes;
  const values = new Map(labels.map(({ name, value }) => [name, value]));
  const label = SERVICE_LABELS.find((name) => values.get(name));
  const service = label === undefined ? undefined : values.get(label);
  return service === undefined ? attributes : [...attributes, { name: SERVICE_NAME, value: service }];
}
