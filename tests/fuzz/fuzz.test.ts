import { testFuzz } from './test-fuzz.ts';

testFuzz(1000);
