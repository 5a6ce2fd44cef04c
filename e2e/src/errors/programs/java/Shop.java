import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;

/** Fails in spans, which record it. Arguments: the address of ingestion, the key, and the name of the service. */
public class Shop {
  static class Declined extends RuntimeException {
    Declined(int order) {
      super("card of order " + order + " was declined");
    }
  }

  interface Call {
    void on(int order);
  }

  static void charge(int order) {
    throw new Declined(order);
  }

  static void ship(int order) {
    Integer.parseInt("order " + order);
  }

  public static void main(String[] arguments) {
    OtlpHttpSpanExporter exporter =
        OtlpHttpSpanExporter.builder().setEndpoint(arguments[0] + "/v1/traces").addHeader("x-svc-api-key", arguments[1]).build();
    Attributes attributes = Attributes.of(AttributeKey.stringKey("service.name"), arguments[2]);
    SdkTracerProvider traces =
        SdkTracerProvider.builder()
            .setResource(Resource.getDefault().merge(Resource.create(attributes)))
            .addSpanProcessor(BatchSpanProcessor.builder(exporter).build())
            .build();
    run(traces, Shop::charge, 7);
    run(traces, Shop::charge, 4711);
    run(traces, Shop::ship, 7);
    traces.close();
  }

  static void run(SdkTracerProvider traces, Call call, int order) {
    Span span = traces.get("shop").spanBuilder("work").startSpan();
    try {
      call.on(order);
    } catch (RuntimeException failure) {
      span.recordException(failure);
    } finally {
      span.end();
    }
  }
}
