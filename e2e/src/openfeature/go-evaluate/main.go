// Evaluates flags with the official SDK and its OFREP provider; reads the questions as JSON and prints the answers as JSON.
package main

import (
	"context"
	"encoding/json"
	"os"

	"github.com/open-feature/go-sdk-contrib/providers/ofrep"
	"github.com/open-feature/go-sdk/openfeature"
)

type instructions struct {
	URL       string `json:"url"`
	Key       string `json:"key"`
	Questions []struct {
		Flag     string `json:"flag"`
		Type     string `json:"type"`
		Fallback any    `json:"fallback"`
	} `json:"questions"`
}

type answer struct {
	Value   any    `json:"value"`
	Variant string `json:"variant"`
	Error   string `json:"error"`
}

func main() {
	var told instructions
	must(json.NewDecoder(os.Stdin).Decode(&told))
	must(openfeature.SetProviderAndWait(ofrep.NewProvider(told.URL, ofrep.WithBearerToken(told.Key))))
	client := openfeature.NewDefaultClient()
	person := openfeature.NewEvaluationContext("user-1", nil)
	ctx := context.Background()
	answers := []answer{}
	for _, question := range told.Questions {
		var value any
		var details openfeature.EvaluationDetails
		switch question.Type {
		case "boolean":
			found, _ := client.BooleanValueDetails(ctx, question.Flag, question.Fallback.(bool), person)
			value, details = found.Value, found.EvaluationDetails
		case "string":
			found, _ := client.StringValueDetails(ctx, question.Flag, question.Fallback.(string), person)
			value, details = found.Value, found.EvaluationDetails
		case "integer":
			found, _ := client.IntValueDetails(ctx, question.Flag, int64(question.Fallback.(float64)), person)
			value, details = found.Value, found.EvaluationDetails
		case "float":
			found, _ := client.FloatValueDetails(ctx, question.Flag, question.Fallback.(float64), person)
			value, details = found.Value, found.EvaluationDetails
		default:
			found, _ := client.ObjectValueDetails(ctx, question.Flag, question.Fallback, person)
			value, details = found.Value, found.EvaluationDetails
		}
		answers = append(answers, answer{value, details.Variant, string(details.ErrorCode)})
	}
	must(json.NewEncoder(os.Stdout).Encode(answers))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
