import { RedisCacheStore } from '@svc/cache';
import { migrateColumnStore } from '@svc/columnar';
import { configFromEnvironment } from '@svc/config';
import { runService } from '@svc/observability';
import { INGEST_SETTINGS } from './settings.js';
import { startIngest } from './start.js';
import { openColumnStore, type StoreAddresses } from './stores.js';

const config = configFromEnvironment(INGEST_SETTINGS);
