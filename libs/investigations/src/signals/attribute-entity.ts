import type { Entity } from '../model.js';

/** Attributes whose values name a part of the system of their own. */
const TYPES: Readonly<Record<string, Entity['type']>> = {
  release: 'release',
  'service.version': 'release',
  'host.name': 'host',
  'k8s.node.name': 'host',
  'k8s.pod.name': 'host',
};

export function toAttributeEntity(key: string, value: string): Entity {
  const type = TYPES[key];
  if (type) return { type, name: value };
  const [, flag] = /^feature_flag\.(?:key\.)?(.+)$/.exec(key) ?? [];
  return flag === undefined ? { type: 'attribute', name: `${key}=${value}` } : { type: 'flag', name: flag };
}
