import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.openfeature.contrib.providers.ofrep.OfrepProvider;
import dev.openfeature.contrib.providers.ofrep.OfrepProviderOptions;
import dev.openfeature.sdk.FlagEvaluationDetails;
import dev.openfeature.sdk.ImmutableContext;
import dev.openfeature.sdk.OpenFeatureAPI;
import dev.openfeature.sdk.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Evaluates flags with the official SDK and its OFREP provider; reads the questions as JSON and prints the answers as JSON. */
public class Evaluate {
  public static void main(String[] args) throws Exception {
    var json = new ObjectMapper();
    var told = json.readTree(System.in);
    var options = OfrepProviderOptions.builder()
        .baseUrl(told.get("url").asText())
        .headers(ImmutableMap.of("Authorization", ImmutableList.of("Bearer " + told.get("key").asText())))
        .build();
    var api = OpenFeatureAPI.getInstance();
    api.setProviderAndWait(OfrepProvider.constructProvider(options));
    var client = api.getClient();
    var person = new ImmutableContext("user-1");
    List<Map<String, Object>> answers = new ArrayList<>();
    for (var question : told.get("questions")) {
      var flag = question.get("flag").asText();
      var fallback = question.get("fallback");
      FlagEvaluationDetails<?> found = switch (question.get("type").asText()) {
        case "boolean" -> client.getBooleanDetails(flag, fallback.asBoolean(), person);
        case "string" -> client.getStringDetails(flag, fallback.asText(), person);
        case "integer" -> client.getIntegerDetails(flag, fallback.asInt(), person);
        case "float" -> client.getDoubleDetails(flag, fallback.asDouble(), person);
        default -> client.getObjectDetails(flag, Value.objectToValue(json.convertValue(fallback, Map.class)), person);
      };
      var value = found.getValue() instanceof Value object ? object.asStructure().asObjectMap() : found.getValue();
      var error = found.getErrorCode() == null ? "" : found.getErrorCode().name();
      answers.add(Map.of("value", value, "variant", found.getVariant() == null ? "" : found.getVariant(), "error", error));
    }
    System.out.println(json.writeValueAsString(answers));
    System.exit(0);
  }
}
