// Fails within a transaction that it logs in, with the official SDK, and prints the ID of the trace: `shop <DSN> <release>`.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/getsentry/sentry-go"
)

// Declined says which order a bank refused.
type Declined struct{ Order int }

func (d *Declined) Error() string { return fmt.Sprintf("card of order %d was declined", d.Order) }

func charge(order int) {
	panic(&Declined{order})
}

func pay(ctx context.Context, order int) {
	defer sentry.RecoverWithContext(ctx)
	charge(order)
}

func main() {
	err := sentry.Init(sentry.ClientOptions{
		Dsn: os.Args[1], Release: os.Args[2], Environment: "e2e",
		EnableTracing: true, TracesSampleRate: 1,
	})
	if err != nil {
		panic(err)
	}
	sentry.ConfigureScope(func(scope *sentry.Scope) {
		scope.SetTag("area", "checkout")
		scope.SetUser(sentry.User{ID: "ada"})
	})
	ctx := sentry.SetHubOnContext(context.Background(), sentry.CurrentHub())
	transaction := sentry.StartTransaction(ctx, "GET /cart", sentry.WithOpName("http.server"))
	span := transaction.StartChild("db", sentry.WithDescription("SELECT * FROM cart"))
	span.SetData("db.system.name", "postgresql")
	span.SetData("db.collection.name", "cart")
	sentry.NewLogger(span.Context()).Warn().Int("items", 0).Emit("cart is empty")
	pay(span.Context(), 7)
	span.Finish()
	transaction.Finish()
	fmt.Println(transaction.TraceID)
	if !sentry.Flush(20 * time.Second) {
		panic("not everything was sent")
	}
}
