/**
 * Former names of attributes of programs, their surroundings and the models they call, by their current name; of several former ones the
 * newest first. The source is that of `PROTOCOLS`.
 */
export const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  'deployment.environment.name': ['deployment.environment'],
  'android.app.state': ['android.state'],
  'ios.app.state': ['ios.state'],
  'telemetry.distro.version': ['telemetry.auto.version'],

  'code.function.name': ['code.function'],
  'code.file.path': ['code.filepath'],
  'code.line.number': ['code.lineno'],
  'code.column.number': ['code.column'],
  'feature_flag.error.message': ['feature_flag.evaluation.error.message'],
  'feature_flag.provider.name': ['feature_flag.provider_name'],
  'feature_flag.result.reason': ['feature_flag.evaluation.reason'],
  'feature_flag.result.variant': ['feature_flag.variant'],
  'vcs.change.id': ['vcs.repository.change.id'],
  'vcs.change.title': ['vcs.repository.change.title'],
  'vcs.ref.head.name': ['vcs.repository.ref.name'],
  'vcs.ref.head.revision': ['vcs.repository.ref.revision'],
  'vcs.ref.head.type': ['vcs.repository.ref.type'],

  'gen_ai.provider.name': ['gen_ai.system'],
  'gen_ai.request.seed': ['gen_ai.openai.request.seed'],
  'gen_ai.usage.input_tokens': ['gen_ai.usage.prompt_tokens'],
  'gen_ai.usage.output_tokens': ['gen_ai.usage.completion_tokens'],
  'openai.request.service_tier': ['gen_ai.openai.request.service_tier'],
  'openai.response.service_tier': ['gen_ai.openai.response.service_tier'],
  'openai.response.system_fingerprint': ['gen_ai.openai.response.system_fingerprint'],

  'faas.invocation_id': ['faas.execution'],
  'cloud.resource_id': ['faas.id'],
  'azure.resource_provider.namespace': ['az.namespace'],
  'azure.service.request.id': ['az.service_request_id'],
  'container.runtime.name': ['container.runtime'],

  'cpu.logical_number': ['system.cpu.logical_number'],
  'cpu.mode': ['system.cpu.state', 'process.cpu.state', 'container.cpu.state'],
  'disk.io.direction': ['system.disk.io.direction'],
  'jvm.thread.daemon': ['thread.daemon'],
  'process.context_switch.type': ['process.context_switch_type'],
  'process.executable.build_id.htlhash': ['process.executable.build_id.profiling'],
  'process.state': ['system.process.status', 'system.processes.status'],
  'system.memory.linux.slab.state': ['linux.memory.slab.state'],
  'system.paging.fault.type': ['system.paging.type', 'process.paging.fault_type'],
};
