/**
 * Functions, table functions, table engines and dictionary sources that read or write outside the store, in lower case. The
 * embedded engine has no access rights, so this list replaces them. A test compares it with the catalog of the engine.
 */
export const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set([
  ...[
    'file',
    'filecluster',
    'filesystem',
    'filelog',
    'disk',
    'url',
    'urlcluster',
    'http',
    'https',
    'executable',
    'executablepool',
  ],
  ...['s3', 's3cluster', 's3queue', 'gcs', 'oss', 'cosn', 'hdfs', 'hdfscluster'],
  ...['azureblobstorage', 'azureblobstoragecluster', 'azurequeue'],
  ...['remote', 'remotesecure', 'cluster', 'clusterallreplicas', 'clickhouse'],
  ...[
    'postgresql',
    'materializedpostgresql',
    'mysql',
    'materializedmysql',
    'sqlite',
    'mongodb',
    'redis',
    'odbc',
    'jdbc',
  ],
  ...['cassandra', 'ytsaurus', 'arrowflight', 'arrowstream', 'python', 'kafka', 'rabbitmq', 'nats', 'embeddedrocksdb'],
  ...['deltalake', 'deltalakeazure', 'deltalakeazurecluster', 'deltalakecluster', 'deltalakelocal', 'deltalakes3'],
  ...['deltalakes3cluster', 'hudi', 'hudicluster', 'iceberg', 'icebergazure', 'icebergazurecluster', 'icebergcluster'],
  ...['iceberghdfs', 'iceberghdfscluster', 'iceberglocal', 'iceberglocalcluster', 'icebergs3', 'icebergs3cluster'],
  ...['paimon', 'paimonazure', 'paimonazurecluster', 'paimoncluster', 'paimonhdfs', 'paimonhdfscluster', 'paimonlocal'],
  ...['paimons3', 'paimons3cluster', 'datalakecatalog'],
  // Functions that run text as SQL or read the environment of the process.
  ...['eval', 'fuzzquery', 'fuzzjson', 'input', 'getosenvironmentvariable', 'loop'],
]);

/** Table functions that access only the store. Together with the refused ones, these are all table functions of the reviewed engine. */
export const ADMITTED_TABLE_FUNCTIONS: ReadonlySet<string> = new Set([
  ...['numbers', 'numbers_mt', 'zeros', 'zeros_mt', 'primes', 'generaterandom', 'generateseries', 'generate_series'],
  ...['null', 'values', 'sqlstandardvalues', 'format', 'view', 'viewexplain', 'viewifpermitted', 'merge', 'dictionary'],
  ...[
    'mergetreeanalyzeindexes',
    'mergetreeanalyzeindexesuuid',
    'mergetreeindex',
    'mergetreeprojection',
    'mergetreetextindex',
  ],
  ...['prometheusquery', 'prometheusqueryrange', 'timeseriesdata', 'timeseriesmetrics', 'timeseriessamples'],
  ...['timeseriesselector', 'timeseriestags'],
]);
