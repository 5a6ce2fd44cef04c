import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SymbolFileRefusal } from '../columns/refusal.js';
import { buildMapping } from './build-mapping.js';
import { MappingIndex, type ObfuscatedFrame } from './retrace.js';
import { MAPPING_NAMESPACE, UuidV5 } from './uuid-v5.js';

const open = (text: string): MappingIndex => MappingIndex.open(buildMapping(text.split('\n')).file);

/** Retraces frames written as `class.method:line`. */
function retrace(index: MappingIndex, ...frames: string[]) {
  return retraceThrown(index, 'java.lang.RuntimeException', ...frames);
}

function retraceThrown(index: MappingIndex, type: string, ...frames: string[]) {
  const { frames: found } = index.find({ type, message: '', frames: frames.map(toFrame) });
  return found.map(({ calls, outcome, alternatives }) => ({
    outcome,
    alternatives,
    calls: calls.map(
      ({ class: owner, method, file, line }) => `${owner}.${method}(${file}${line === undefined ? '' : `:${line}`})`,
    ),
  }));
}

function toFrame(text: string): ObfuscatedFrame {
  const [, owner = '', method = '', line] = /^(.*)\.([^.:]+)(?::(\d+))?$/.exec(text) ?? [];
  return { class: owner, method, line: line === undefined ? undefined : Number(line) };
}

const calls = (index: MappingIndex, frame: string) => retrace(index, frame)[0]?.calls;

const MAPPING = `# compiler: R8
# compiler_version: 8.2.0
# pg_map_id: 1a2b3c4
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
com.shop.Cart -> a.a:
# {"id":"sourceFile","fileName":"Basket.kt"}
    int total -> a
    1:3:void add(com.shop.Item):10:12 -> a
    4:4:boolean com.shop.Item.isFree():30:30 -> a
    4:4:void check(com.shop.Item):20 -> a
    4:4:void add(com.shop.Item):14:14 -> a
    5:9:void remove(com.shop.Item):40 -> a
    void clear() -> b
    void reset(int) -> b
    10:10:void load():50:50 -> c
    20:20:void save():60:60 -> c
com.shop.Item -> a.b:
    1:1:boolean isFree():30:30 -> a
com.shop.CartKt$sum$1 -> a.c:
    1:1:void invoke() -> a
com.shop.PaymentFailed -> a.d:`;

describe('a mapping', () => {
  const index = open(MAPPING);

  it('gives a frame back its class, method, file and line', () => {
    assert.deepEqual(calls(index, 'a.a.a:2'), ['com.shop.Cart.add(Basket.kt:11)']);
    assert.deepEqual(calls(index, 'a.b.a:1'), ['com.shop.Item.isFree(Item.java:30)']);
  });

  it('expands inlined calls, the innermost first', () => {
    assert.deepEqual(calls(index, 'a.a.a:4'), [
      'com.shop.Item.isFree(Item.java:30)',
      'com.shop.Cart.check(Basket.kt:20)',
      'com.shop.Cart.add(Basket.kt:14)',
    ]);
  });

  it('knows that a range with one original line means this line', () => {
    assert.deepEqual(calls(index, 'a.a.a:7'), ['com.shop.Cart.remove(Basket.kt:40)']);
  });

  it('keeps a line that was not changed', () => {
    assert.deepEqual(calls(index, 'a.c.a:1'), ['com.shop.CartKt$sum$1.invoke(Cart.kt:1)']);
  });

  it('says which methods a frame may be if that is not certain', () => {
    assert.deepEqual(retrace(index, 'a.a.b:3')[0], {
      outcome: 'applied',
      alternatives: ['com.shop.Cart.reset(int)'],
      calls: ['com.shop.Cart.clear(Basket.kt:3)'],
    });
    assert.deepEqual(retrace(index, 'a.a.c')[0]?.alternatives, ['com.shop.Cart.save()']);
  });

  it('keeps the name of a method that it does not know, and all of an unknown class', () => {
    assert.deepEqual(retrace(index, 'a.a.z:1')[0], {
      outcome: 'unknown method',
      alternatives: [],
      calls: ['com.shop.Cart.z(Basket.kt:1)'],
    });
    assert.deepEqual(retrace(index, 'java.util.List.get:1')[0], {
      outcome: 'unknown class',
      alternatives: [],
      calls: [],
    });
    assert.equal(retrace(index, 'a.a.a:999')[0]?.outcome, 'unknown method');
  });

  it('gives types back their names, alone and in messages, where short words stay', () => {
    const found = index.find({ type: 'a.d', message: 'a.b cannot be cast to a.a, a.bc, xa.b or a', frames: [] });
    assert.equal(found.type, 'com.shop.PaymentFailed');
    assert.equal(found.message, 'com.shop.Item cannot be cast to com.shop.Cart, a.bc, xa.b or a');
  });

  it('reports its statistics', () => {
    assert.deepEqual(buildMapping(MAPPING.split('\n')).details, {
      classes: 4,
      methods: 11,
      compiler: 'R8 8.2.0',
      map_id: '1a2b3c4',
      unknown_lines: 0,
    });
  });
});

describe('comments of R8', () => {
  it('moves a frame of cut-out code to its caller', () => {
    const index = open(`outline.Class -> a:
    1:2:int outline():0 -> a
# {"id":"com.android.tools.r8.outline"}
some.Class -> b:
    4:4:int foo.bar.Baz.inlined():98:98 -> s
    4:4:int caller():24 -> s
    5:5:int foo.bar.Baz.other():100:100 -> s
    5:5:int caller():25 -> s
    27:27:int caller():0:0 -> s
# {"id":"com.android.tools.r8.outlineCallsite","positions":{"1":4,"2":5},"outline":"La;a()I"}`);
    assert.deepEqual(retrace(index, 'a.a:1', 'b.s:27'), [
      { outcome: 'outline', alternatives: [], calls: [] },
      {
        outcome: 'applied',
        alternatives: [],
        calls: ['foo.bar.Baz.inlined(Baz.java:98)', 'some.Class.caller(Class.java:24)'],
      },
    ]);
  });

  it('leaves out calls that the compiler created', () => {
    const index = open(`some.Class -> a:
    1:1:void run():7:7 -> a
    1:1:void lambda$go$0():0:0 -> a
# {"id":"com.android.tools.r8.synthesized"}`);
    assert.deepEqual(calls(index, 'a.a:1'), ['some.Class.run(Class.java:7)']);
  });

  it('removes the calls that only one kind of exception does not have', () => {
    const index = open(`some.Class -> a:
    4:4:void other.Class.inlinee():23:23 -> a
    4:4:void caller(other.Class):7 -> a
# {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Ljava/lang/NullPointerException;)"],"actions":["removeInnerFrames(1)"]}`);
    const expected = ['other.Class.inlinee(Class.java:23)', 'some.Class.caller(Class.java:7)'];
    assert.deepEqual(calls(index, 'a.a:4'), expected);
    assert.deepEqual(retraceThrown(index, 'java.lang.NullPointerException', 'a.a:4')[0]?.calls, expected.slice(1));
  });
});

describe('a UUID of a mapping', () => {
  it('computes the same UUID as build plugins', () => {
    assert.equal(
      MAPPING_NAMESPACE,
      new UuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8').update('guardsquare.com').digest(),
    );
    // The example of RFC 9562, A.4.
    assert.equal(
      new UuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8').update('www.example.com').digest(),
      '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    );
  });
});

describe('an invalid mapping', () => {
  it('refuses a text that is not a mapping with a reason', () => {
    for (const text of ['', '# only a comment', 'hello\nworld', '    void a() -> b', '{"version":3}'])
      assert.throws(() => open(text), SymbolFileRefusal);
  });

  it('refuses or reads a mapping, whatever bytes of a real one change', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 10 }), (changes) => {
        const bytes = Buffer.from(MAPPING);
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        try {
          const index = open(bytes.toString());
          for (const frame of ['a.a.a:4', 'a.a.b', 'a.b.a:1', '__proto__.constructor:1']) retrace(index, frame);
        } catch (error) {
          assert.ok(error instanceof SymbolFileRefusal, String(error));
        }
      }),
      { numRuns: 500 },
    );
  });
});
