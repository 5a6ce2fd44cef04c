export { seededRandom, testSeed as chooseSeed } from '@svc/testing';
