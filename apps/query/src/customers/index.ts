export { CustomersModule } from './customers.module.js';
export { canonicalDistinctId, distinctIdHash, selectDistinctIds, personHash } from '@svc/reading/persons';
export { PersonDirectory } from './persons/directory/directory.js';
export { IdentityModule } from './identity.module.js';
export { PersonsModule } from './persons/persons.module.js';
export { FOLDED_VALUE, PropertiesRepository, type Properties } from './persons/properties.repository.js';
export { selectAliases } from './persons/preferred/aliases.query.js';
export { readPreferredDistinctIds } from './persons/preferred/read-preferred.js';
