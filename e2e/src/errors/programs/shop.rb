# Fails and prints what failed, one JSON object a line, as a logger of Ruby would have it.
require 'json'

class Declined < StandardError; end

def charge(order) = raise(Declined, "card of order #{order} was declined")
def ship(order) = Integer("order #{order}")

def run(order)
  yield order
rescue StandardError => e
  puts JSON.generate(type: e.class.name, message: e.message, stack: e.full_message(highlight: false, order: :top))
end

run(7) { |order| charge(order) }
run(4711) { |order| charge(order) }
run(7) { |order| ship(order) }
